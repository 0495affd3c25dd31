// SPDX-License-Identifier: Apache-2.0
/// People who log in to the page with an issuer of tokens (OpenID Connect), and their sessions.
@NullMarked
package io.tcn.api.security.login;

import org.jspecify.annotations.NullMarked;
