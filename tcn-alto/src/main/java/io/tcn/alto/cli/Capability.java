// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.Service;
import io.tcn.alto.model.Capabilities;
import java.util.ArrayList;
import java.util.List;

/// What a resource can do, in short.
final class Capability {
    private Capability() {}

    static String inShort(Service service) {
        Capabilities has = service.capabilities();
        List<String> words = new ArrayList<>();
        if (!service.costTypes().isEmpty()) {
            words.add(String.join(
                    ",",
                    service.costTypes().stream()
                            .map(type -> type.metric())
                            .distinct()
                            .toList()));
        }
        if (has.costConstraints()) {
            words.add("constraints");
        }
        if (has.maxCostTypes() > 0) {
            words.add("up to " + has.maxCostTypes() + " types");
        }
        add(words, "elements", has.anePropertyNames());
        add(words, "properties", has.propTypes());
        has.mappings().forEach((domain, names) -> add(words, domain, names));
        if (has.supportStreamControl()) {
            words.add("control");
        }
        if (!has.incrementalChangeMediaTypes().isEmpty()) {
            words.add("of " + String.join(",", has.incrementalChangeMediaTypes().keySet()));
        }
        if (!has.calendarAttributes().isEmpty()) {
            words.add("calendars");
        }
        return words.isEmpty() ? "-" : String.join("; ", words);
    }

    private static void add(List<String> words, String what, List<String> names) {
        if (!names.isEmpty()) {
            words.add(what + ": " + String.join(",", names));
        }
    }
}
