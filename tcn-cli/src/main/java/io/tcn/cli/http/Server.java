// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The server that is asked, and how.
///
/// @param url its address, without a path
/// @param authorities file or folder of trusted authorities, null for those of the machine
/// @param credential as whom
/// @param timeout longest wait for an answer
public record Server(URI url, @Nullable Path authorities, Credential credential, Duration timeout) {}
