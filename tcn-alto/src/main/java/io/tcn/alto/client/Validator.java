// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.net.URI;

/// Asks a server whether what we hold is still right (RFC 9110 §13.1.2).
///
/// @param uri where the entity tag came from; it means nothing elsewhere
/// @param etag with its quotes
record Validator(URI uri, String etag) {}
