// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.server.BasicAuthentication;
import io.tcn.alto.server.DigestAuthentication;
import io.tcn.alto.server.HttpAuthentication;
import io.tcn.core.port.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// One user with a password, who may prove it by Digest or send it.
final class PasswordAuthentication implements HttpAuthentication {
    private static final String REALM = "alto";

    private final DigestAuthentication digest;
    private final BasicAuthentication basic;

    PasswordAuthentication(String user, String password, TimeSource time, RandomGenerator random) {
        this.digest = new DigestAuthentication(
                REALM, name -> name.equals(user) ? Optional.of(password) : Optional.empty(), time, random);
        byte[] expected = password.getBytes(StandardCharsets.UTF_8);
        this.basic = new BasicAuthentication(
                REALM,
                (name, given) ->
                        name.equals(user) && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected));
    }

    @Override
    public boolean admits(AltoRequest request) {
        return digest.admits(request) || basic.admits(request);
    }

    @Override
    public List<String> challenges() {
        List<String> all = new ArrayList<>(digest.challenges());
        all.addAll(basic.challenges());
        return all;
    }
}
