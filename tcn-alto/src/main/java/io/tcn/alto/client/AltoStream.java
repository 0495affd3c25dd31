// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.net.URI;

/// An open stream.
///
/// @param uri where it came from, after redirects; relative control addresses are resolved against it
/// @param closing closes it from this side
record AltoStream(URI uri, AutoCloseable closing) {}
