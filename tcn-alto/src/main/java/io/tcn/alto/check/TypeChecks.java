// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.model.AltoFormatException;
import java.io.IOException;
import java.util.List;

/// What is looked at in all answers, after all other checks.
final class TypeChecks {
    private TypeChecks() {}

    static List<Check> all() {
        return List.of(new Check("G05", "each answer states its media type", TypeChecks::types));
    }

    private static String types(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        int count = 0;
        for (Reply reply : subject.replies()) {
            if (reply.response().body().length > 0) {
                count++;
                Outcome.require(
                        !reply.essence().isEmpty(),
                        reply.question() + " answered " + reply.status() + " without a Content-Type");
            }
        }
        for (Service service : subject.services()) {
            if (service.kind().accepts().isEmpty()) {
                Reply reply = subject.get(service).good();
                Outcome.require(
                        service.mediaType().is(reply.essence()),
                        service.id() + " is announced as " + service.mediaType().essence() + ", but answered as "
                                + reply.essence());
                count++;
            }
        }
        return count + " answers, each with its type";
    }
}
