// SPDX-License-Identifier: Apache-2.0
/// Bearer tokens: JSON Web Tokens of the issuers that the settings name.
@NullMarked
package io.tcn.api.security.token;

import org.jspecify.annotations.NullMarked;
