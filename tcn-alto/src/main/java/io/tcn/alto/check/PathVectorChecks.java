// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.Multipart;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.MediaType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Path vectors as the directory offers them and as messages (RFC 9275 §7); what stands in them is checked by
/// [PathContentChecks].
final class PathVectorChecks {
    private PathVectorChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("V01", "the cost type of path vectors is named, without constraints", PathVectorChecks::type),
                new Check(
                        "V02",
                        "uses: network map for PIDs only, and the defining property maps",
                        PathVectorChecks::uses),
                new Check(
                        "V03",
                        "multipart/related with type and boundary; start is the root",
                        PathVectorChecks::envelope),
                new Check("V04", "two parts with Content-ID and Content-Type, root first", PathVectorChecks::parts),
                new Check(
                        "V05",
                        "the tags bind the parts to each other and to what they rest on",
                        PathVectorChecks::tags));
    }

    private static String type(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        for (Service service : PathVectorReply.services(subject)) {
            Outcome.require(
                    service.offers(CostType.PATH_VECTOR), service.id() + " does not name ane-path in cost-type-names");
            Outcome.require(
                    !service.capabilities().costConstraints(), service.id() + " takes constraints on path vectors");
            ids.add(service.id());
        }
        return "ane-path in " + String.join(", ", ids);
    }

    private static String uses(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        for (Service service : PathVectorReply.services(subject)) {
            int maps = CostMapChecks.networkMaps(subject, service);
            boolean isByPid = service.kind() == ServiceKind.PID_PATH_VECTOR;
            Outcome.require(
                    maps == (isByPid ? 1 : 0), service.id() + " uses " + maps + " network maps: " + service.uses());
            for (String resource : PathVectorReply.ask(subject, service).defining()) {
                Outcome.require(
                        service.uses().contains(resource),
                        service.id() + " has persistent ids of " + resource + ", which it does not use");
            }
            seen.add(service.id() + " uses " + service.uses());
        }
        return String.join("; ", seen);
    }

    private static String envelope(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        for (Service service : PathVectorReply.services(subject)) {
            PathVectorReply message = PathVectorReply.ask(subject, service);
            MediaType type = message.multipart().type();
            Optional<String> root = type.parameter("type");
            Outcome.require(
                    root.isPresent() && root.get().equals(service.kind().answer()),
                    service.id() + ": the parameter type is " + root.orElse("missing"));
            Outcome.require(type.parameter("boundary").isPresent(), service.id() + ": no boundary");
            Optional<String> start = type.parameter("start");
            if (start.isPresent()) {
                Optional<Multipart.Part> part = message.multipart().findById(start.get());
                Outcome.require(
                        part.isPresent()
                                && part.get().type() != null
                                && part.get().type().is(service.kind().answer()),
                        service.id() + ": start is " + start.get() + ", which is not the root");
            }
            seen.add(service.id() + " with type" + (start.isPresent() ? " and start" : ""));
        }
        return String.join("; ", seen);
    }

    private static String parts(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        for (Service service : PathVectorReply.services(subject)) {
            List<Multipart.Part> parts =
                    PathVectorReply.ask(subject, service).multipart().parts();
            Outcome.require(parts.size() == 2, service.id() + " answered in " + parts.size() + " parts");
            for (Multipart.Part part : parts) {
                String id = part.contentId();
                Outcome.require(
                        id != null && id.indexOf('@') > 0 && id.indexOf('@') < id.length() - 1,
                        service.id() + ": a part with the Content-ID " + id + ", not part@domain");
                Outcome.require(part.type() != null, service.id() + ": a part without a Content-Type");
            }
            MediaType first = parts.getFirst().type();
            Outcome.require(
                    first != null && first.is(service.kind().answer()), service.id() + ": the first part is " + first);
        }
        return "the root first, then the property map, both with ids";
    }

    private static String tags(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        for (Service service : PathVectorReply.services(subject)) {
            PathVectorReply message = PathVectorReply.ask(subject, service);
            JsonNode vtag = Look.object(message.root(), "meta", "vtag");
            String id = Look.text(vtag, "resource-id");
            String part = message.multipart().parts().getFirst().contentId();
            String expected = service.id() + "." + (part == null ? "" : part.replaceFirst("@.*", ""));
            Outcome.require(id.equals(expected), "the vtag of the root is of " + id + ", not of " + expected);
            JsonNode dependent = Look.at(message.map(), "meta", "dependent-vtags");
            List<String> resources = new ArrayList<>();
            boolean isBound = false;
            for (JsonNode tag : dependent) {
                isBound |= Look.isSame(tag, vtag);
                resources.add(Look.text(tag, "resource-id"));
            }
            Outcome.require(isBound, service.id() + ": the property map does not depend on the root's tag " + vtag);
            Outcome.require(
                    resources.containsAll(message.defining()),
                    service.id() + ": the property map depends on " + resources + ", its persistent ids are of "
                            + message.defining());
            if (service.kind() == ServiceKind.PID_PATH_VECTOR) {
                CostMapChecks.dependsOn(subject, message.root(), service);
            }
            seen.add(id);
        }
        return "tags of " + String.join(", ", seen) + " bind the parts";
    }
}
