// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.text.WantedRate;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/// The rate that a job asks for in FTS's job metadata, which clients pass through: `{"tcn": {"rate": "1Gbit/s"}}`. FTS
/// itself gives it back and does nothing with it.
final class JobRate {
    private static final String OWN = "tcn";
    private static final String RATE = "rate";

    private JobRate() {}

    /// The rate in bit/s; empty if none is asked for.
    ///
    /// @throws FtsException 400 if what is there is no rate: who asks for one is not let go without
    static OptionalDouble in(JsonNode metadata) {
        JsonNode own = metadata.get(OWN);
        JsonNode rate = own == null || !own.isObject() ? null : own.get(RATE);
        if (rate == null || rate.isNull()) {
            return OptionalDouble.empty();
        }
        String place = "params.job_metadata." + OWN + "." + RATE;
        if (!rate.isString()) {
            throw new FtsException(400, place + " is text with a unit, such as \"1Gbit/s\"");
        }
        try {
            return OptionalDouble.of(WantedRate.parse(rate.asString()));
        } catch (IllegalArgumentException refused) {
            throw new FtsException(400, place + ": " + refused.getMessage());
        }
    }
}
