// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Pipes to measure with: all of one user, all between the same two storages, 8 to 64 connections each.
final class TestPipes {
    static final UserId USER = UserId.of("bench");
    private static final PipeLimits LIMITS = new PipeLimits(8, 64);
    private static final Endpoint SOURCE = Endpoint.parse("https://source.example.org");
    private static final Endpoint DESTINATION = Endpoint.parse("https://destination.example.org");

    private TestPipes() {}

    /// Pipes whose names sort in their order.
    static List<Pipe> of(int count) {
        List<Pipe> pipes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            pipes.add(
                    new Pipe(PipeId.of(String.format(Locale.ROOT, "pipe-%06d", i)), SOURCE, DESTINATION, USER, LIMITS));
        }
        return pipes;
    }

    /// A whole number with blanks between thousands, as in `10 000`.
    static String inWords(int count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
    }
}
