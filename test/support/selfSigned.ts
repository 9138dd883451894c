/**
 * A certificate of `localhost` and 127.0.0.1 that nobody but itself vouches for, and its key; for tests alone.
 *
 * Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost
 * -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -days 2900000`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+O9Wd+kmORSDjMlv
sVRFWr8Bzj/G1VL+Mqhrxxi/NyyhRANCAASY6a/RWto2fI/XuZoEHAKFG58xMqxv
lN3Um4zCafO4VniQ7I1LtpObfjZbh2wCEwCCuM1qnYdtOteVFvrQrTVA
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUObgxd5mCsNsjUdgmhryYfmTF/fMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzMTgxN1oYDzk5NjYxMDI3
MDMxODE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASY6a/RWto2fI/XuZoEHAKFG58xMqxvlN3Um4zCafO4VniQ7I1LtpOb
fjZbh2wCEwCCuM1qnYdtOteVFvrQrTVAo28wbTAdBgNVHQ4EFgQUyeGsx/RJUcfi
l7W3BbV4QJ/F1cQwHwYDVR0jBBgwFoAUyeGsx/RJUcfil7W3BbV4QJ/F1cQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPrTjhzaNdl5CEfuHptfkPr8gcB6F8K5JFonB+5jbZpNAiAL
GgVAvmPXdZopfOgUGSGHK/58DUaXL9mMhzjJTfFvmA==
-----END CERTIFICATE-----
`,
} as const;
