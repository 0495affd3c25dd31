// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.EntityId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Property maps (RFC 9240).
final class PropertyMapChecks {
    private PropertyMapChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("R01", "entities and properties are those of the mappings", PropertyMapChecks::mappings),
                new Check("R03", "filtered: all, some, none, and the errors of RFC 9240", PropertyMapChecks::filtered),
                new Check("R04", "dependent tags in the order of uses", PropertyMapChecks::order));
    }

    private static String mappings(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.need(ServiceKind.PROPERTY_MAP);
        JsonNode entities = Look.object(subject.get(map).json(), "property-map");
        for (String name : Look.names(entities)) {
            EntityId id = EntityId.parse(name);
            List<String> offered = map.capabilities().mappings().get(id.domain().toString());
            Outcome.require(offered != null, name + " is in a domain that is not in mappings");
            for (String property : Look.names(entities.get(name))) {
                Outcome.require(
                        offered != null && offered.contains(property),
                        name + " has " + property + ", which is not in mappings");
            }
        }
        return map.id() + ": " + entities.size() + " entities of "
                + String.join(", ", map.capabilities().mappings().keySet());
    }

    private static String filtered(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.need(ServiceKind.FILTERED_PROPERTY_MAP);
        AltoErrorDocument missing = subject.post(map, "{}").error(AltoErrorDocument.MISSING_FIELD);
        Outcome.require("entities".equals(missing.field()), "{} was refused for the field " + missing.field());
        subject.post(map, "{'entities': ['no-such-domain:x'], 'properties': []}")
                .error(AltoErrorDocument.INVALID_FIELD_VALUE);
        JsonNode all = Look.object(
                subject.post(map, "{'entities': [], 'properties': []}").json(), "property-map");
        if (all.isEmpty()) {
            throw Outcome.skipped(map.id() + " has no entities to ask for");
        }
        String entity = Look.names(all).getFirst();
        subject.post(map, "{'entities': ['" + entity + "'], 'properties': ['priv:no-such-property']}")
                .error(AltoErrorDocument.INVALID_FIELD_VALUE);
        JsonNode bare = Look.object(
                subject.post(map, "{'entities': ['" + entity + "']}").json(), "property-map");
        Outcome.require(
                bare.size() == 1 && bare.get(entity) != null && bare.get(entity).isEmpty(),
                "without properties " + entity + " came as " + shortened(bare.toString()));
        return "entities [] gave " + all.size() + "; none, a wrong domain, a wrong property were refused";
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    private static String order(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.need(ServiceKind.PROPERTY_MAP);
        if (map.uses().isEmpty()) {
            throw Outcome.notOffered(map.id() + " uses nothing");
        }
        JsonNode tags = Look.at(subject.get(map).json(), "meta", "dependent-vtags");
        List<String> ids = new ArrayList<>();
        for (JsonNode tag : tags) {
            ids.add(Look.text(tag, "resource-id"));
        }
        Outcome.require(ids.equals(map.uses()), "dependent-vtags are of " + ids + ", uses are " + map.uses());
        return "dependent-vtags of " + ids;
    }
}
