// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jwt.JWTClaimsSet;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a token lets the transfers have that are submitted with it, all of its subject's together that say the same.
///
/// @param maxBps the most that they move, in bit/s; 0 if the token says nothing
/// @param maxConnections the most connections that they have; 0 if it says nothing
public record TokenLimits(double maxBps, int maxConnections) {
    /// A token that says nothing.
    public static final TokenLimits NONE = new TokenLimits(0, 0);

    private static final BigDecimal MOST_BPS = BigDecimal.valueOf(1e18);
    private static final BigDecimal MOST_CONNECTIONS = BigDecimal.valueOf(1_000_000);

    /// Reads the claims that the settings of an issuer name.
    ///
    /// @throws TokenRefusedException if one of them is no number that can be kept: what an issuer
    ///     wants to limit is not let go without a limit
    static TokenLimits of(JWTClaimsSet claims, TokenProperties.Issuer issuer) throws TokenRefusedException {
        BigDecimal throughput = number(claims, issuer.maxThroughputClaim(), MOST_BPS);
        BigDecimal concurrency = number(claims, issuer.maxConcurrencyClaim(), MOST_CONNECTIONS);
        if (concurrency != null && concurrency.stripTrailingZeros().scale() > 0) {
            throw refused(issuer.maxConcurrencyClaim(), "a whole number", MOST_CONNECTIONS);
        }
        return throughput == null && concurrency == null
                ? NONE
                : new TokenLimits(
                        throughput == null ? 0 : throughput.doubleValue(),
                        concurrency == null ? 0 : concurrency.intValueExact());
    }

    private static @Nullable BigDecimal number(JWTClaimsSet claims, String name, BigDecimal most)
            throws TokenRefusedException {
        Object claim = name.isBlank() ? null : claims.getClaim(name);
        if (claim == null) {
            return null;
        }
        try {
            BigDecimal value = claim instanceof Number ? new BigDecimal(claim.toString()) : null;
            if (value != null && value.compareTo(BigDecimal.ONE) >= 0 && value.compareTo(most) <= 0) {
                return value;
            }
        } catch (NumberFormatException notFinite) {
            // Refused below, as all that is no number.
        }
        throw refused(name, "a number", most);
    }

    private static TokenRefusedException refused(String claim, String kind, BigDecimal most) {
        return new TokenRefusedException(
                "The claim " + claim + " of the token must be " + kind + " from 1 to " + most.toPlainString());
    }

    /// Whether the token says nothing.
    public boolean isNone() {
        return equals(NONE);
    }
}
