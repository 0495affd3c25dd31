// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.context;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the options of a command say of the server.
///
/// @param context name of a context
/// @param url address
/// @param ca file or folder of authorities
/// @param cert certificate or proxy
/// @param key its key
/// @param tokenFile a file with a token
/// @param timeout longest wait for an answer
public record Choice(
        @Nullable String context,
        @Nullable String url,
        @Nullable String ca,
        @Nullable String cert,
        @Nullable String key,
        @Nullable String tokenFile,
        Duration timeout) {}
