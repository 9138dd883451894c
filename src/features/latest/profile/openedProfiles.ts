import * as vscode from "vscode";
import { type OpenableProfile } from "../../../shared/openable";

/** A profile that is about to be opened. */
export interface OpenedProfile {
  readonly connectionId: string;
  readonly openable: OpenableProfile;
  /** The URI of its chart. */
  readonly uri: string;
}

const didOpenProfile = new vscode.EventEmitter<OpenedProfile>();

export const onDidOpenProfile = didOpenProfile.event;

export function announceProfile(profile: OpenedProfile): void {
  didOpenProfile.fire(profile);
}
