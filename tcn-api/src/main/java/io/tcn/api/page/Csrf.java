// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Submitter;
import io.tcn.core.port.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/// Proof that a form came from a page of this server that the same person has looked at: browsers show
/// certificates to whoever makes them send a request. Subjects of two issuers are two persons. A mark holds
/// for some hours, for one person, until the server is started anew.
@Component
class Csrf {
    static final String FIELD = "mark";
    private static final Duration LONGEST = Duration.ofHours(12);
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final TimeSource time;
    private final byte[] key = new byte[KEY_BYTES];

    Csrf(TimeSource time) {
        this.time = time;
        new SecureRandom().nextBytes(key);
    }

    /// A mark for a form.
    String mark(Caller caller) {
        return mark(caller, time.now().plus(LONGEST).getEpochSecond());
    }

    private String mark(Caller caller, long ends) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            byte[] sealed = mac.doFinal(
                    (ends + " " + Submitter.credentialOf(caller) + " " + caller.dn()).getBytes(StandardCharsets.UTF_8));
            return ends + "." + HexFormat.of().formatHex(sealed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// @throws org.springframework.web.ErrorResponseException if the mark is none of ours, of somebody else, or old
    void check(String mark, Caller caller) {
        long ends = ends(mark);
        boolean isOurs = MessageDigest.isEqual(
                mark(caller, ends).getBytes(StandardCharsets.UTF_8), mark.getBytes(StandardCharsets.UTF_8));
        if (!isOurs || time.now().isAfter(Instant.ofEpochSecond(ends))) {
            throw Problem.forbidden("This form did not come from a page that you have just looked at, or is too old:"
                    + " go back, load the page again, and send it anew");
        }
    }

    private static long ends(String mark) {
        int dot = mark.indexOf('.');
        try {
            long ends = Long.parseLong(mark.substring(0, Math.max(dot, 0)));
            return Math.clamp(ends, 0, Integer.MAX_VALUE * 4L);
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
