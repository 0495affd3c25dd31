// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.regex.Pattern;

/// How the server behaves.
///
/// @param domain its name, as it stands in the ids of message parts: words of letters, digits and `-` with dots
///     between
/// @param names how elements are called in path vectors
/// @param openAltoCompatible whether it speaks so that OpenALTO's client of 2023 understands: parameters of
///     media types without quotes, and `endpoint-flows` in place of `endpoints`
public record AltoServerSettings(String domain, NameMode names, boolean openAltoCompatible) {
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){0,7}");

    /// What a first start needs.
    public static final AltoServerSettings DEFAULT =
            new AltoServerSettings("alto.tcn.internal", NameMode.EPHEMERAL, false);

    public AltoServerSettings {
        if (!DOMAIN.matcher(domain).matches()) {
            throw new IllegalArgumentException(
                    "the domain must be words of letters, digits and - with dots between, given was " + domain);
        }
    }
}
