// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// People who log in to the page.
///
/// @param session how long they stay logged in
@ConfigurationProperties("tcn.security")
public record LoginProperties(@DefaultValue("8h") Duration session) {
    private static final Duration LONGEST_SESSION = Duration.ofDays(30);

    public LoginProperties {
        if (!session.isPositive() || session.compareTo(LONGEST_SESSION) > 0) {
            throw new IllegalArgumentException("tcn.security.session must be more than 0 and at most "
                    + LONGEST_SESSION.toDays() + "d, given was " + session);
        }
    }
}
