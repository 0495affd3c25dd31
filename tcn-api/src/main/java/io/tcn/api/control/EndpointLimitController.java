// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.policy.TransferUrls;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The most connections that all pipes together may have at an endpoint.
@Needs
@RestController
@RequestMapping("/tcn/v1/endpoint-limits")
class EndpointLimitController {
    private static final String ROUTE = "/tcn/v1/endpoint-limits";

    private final Directory directory;
    private final RequestBodies bodies;
    private final Audit audit;
    private final Repeats repeats;
    private final ConnectionContradictions contradictions;

    EndpointLimitController(
            Directory directory,
            RequestBodies bodies,
            Audit audit,
            Repeats repeats,
            ConnectionContradictions contradictions) {
        this.contradictions = contradictions;
        this.repeats = repeats;
        this.audit = audit;
        this.directory = directory;
        this.bodies = bodies;
    }

    @GetMapping
    @About("A page of the limits of endpoints, by endpoint, or that of one.")
    List<OperationAnswers.EndpointLimitAnswer> limits(
            @About("Of this endpoint only: scheme://host[:port].") @RequestParam(required = false) @Nullable
                    String endpoint,
            @About("The last endpoint of the page before.") @RequestParam(required = false) @Nullable String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response) {
        Endpoint only = endpoint == null ? null : RequestBodies.checked(() -> TransferUrls.endpoint(endpoint));
        Endpoint behind = after == null ? null : RequestBodies.checked(() -> TransferUrls.endpoint(after));
        Stream<EndpointLimit> limits = directory.endpointLimits().stream()
                .filter(one -> only == null || one.endpoint().equals(only));
        return Pages.cut(new Pages.Listing(request, response, limit), limits, EndpointLimit::endpoint, behind).stream()
                .map(EndpointLimitController::view)
                .toList();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PutMapping
    @About(
            value = "Sets the limit of an endpoint as a whole.",
            takes = Requests.SetEndpointLimit.class,
            refuses = {409, 412, 422})
    OperationAnswers.EndpointLimitAnswer setLimit(
            HttpServletRequest request,
            @About("Puts also least connections that the limit of an endpoint or a link does not let the pipes have.")
                    @RequestParam(defaultValue = "false")
                    boolean force,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @About(Versions.IF_NONE_MATCH) @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable
                    String ifNoneMatch,
            @About(Repeats.ABOUT) @RequestHeader(name = Repeats.KEY, required = false) @Nullable String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.SetEndpointLimit body = bodies.read(request, Requests.SetEndpointLimit.class);
        Endpoint endpoint =
                RequestBodies.checked(() -> TransferUrls.endpoint(RequestBodies.need(body.endpoint(), "endpoint")));
        Integer outbound = body.maxOutbound();
        Integer inbound = body.maxInbound();
        if (outbound == null && inbound == null) {
            throw Problem.badRequest(
                    "give \"maxOutbound\", \"maxInbound\" or both; to take the limit back, use DELETE");
        }
        EndpointLimit limit = RequestBodies.checked(() -> declared(endpoint, outbound, inbound));
        Repeats.Asked asked =
                Repeats.asked(idempotencyKey, caller, "PUT " + ROUTE + (force ? "?force=true" : ""), body);
        return directory.alone(() -> repeats.once(asked, OperationAnswers.EndpointLimitAnswer.class, () -> {
            EndpointLimit before = find(endpoint);
            Requests.SetEndpointLimit present = before == null ? null : Configuration.view(before);
            Versions.refuseStale(ifMatch, present, "the limit of " + endpoint, ROUTE);
            Versions.refuseKnown(ifNoneMatch, present, "the limit of " + endpoint, ROUTE);
            DirectoryChange change = DirectoryChange.put(limit);
            if (!force) {
                contradictions.refuse(change);
            }
            AuditEntry entry = audit.entry(
                    caller,
                    "set-endpoint-limit",
                    inWords(limit) + (before == null ? "" : "; before: " + inWords(before)),
                    present,
                    Configuration.view(limit));
            directory.declare(change, List.of(Repeats.with(entry, asked, view(limit))));
            Audit.log(entry);
            return view(limit);
        }));
    }

    private String otherSpellings(Endpoint endpoint) {
        String others = directory.endpointLimits().stream()
                .map(EndpointLimit::endpoint)
                .filter(other -> other.storage().equals(endpoint.storage()))
                .map(Endpoint::toString)
                .collect(Collectors.joining(" and "));
        return others.isEmpty() ? "" : " of its own; " + others + ", the same storage, has one, which holds for it";
    }

    private @Nullable EndpointLimit find(Endpoint endpoint) {
        return directory.endpointLimits().stream()
                .filter(limit -> limit.endpoint().equals(endpoint))
                .findFirst()
                .orElse(null);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(
            value = "Takes the limit of an endpoint back.",
            refuses = {404, 412})
    void removeLimit(
            @About("Endpoint, scheme://host[:port].") @RequestParam String endpoint,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Endpoint parsed = RequestBodies.checked(() -> TransferUrls.endpoint(endpoint));
        directory.alone(() -> {
            EndpointLimit present = find(parsed);
            if (present == null) {
                throw Problem.notFound("endpoint " + endpoint + " has no limit" + otherSpellings(parsed));
            }
            Versions.refuseStale(ifMatch, Configuration.view(present), "the limit of " + parsed, ROUTE);
            AuditEntry entry = audit.entry(
                    caller, "remove-endpoint-limit", "before: " + inWords(present), Configuration.view(present), null);
            directory.removeEndpointLimit(parsed, entry);
            Audit.log(entry);
            return null;
        });
    }

    /// A limit as it is declared: what is not given has none.
    ///
    /// @throws IllegalArgumentException if a number may not be declared
    static EndpointLimit declared(Endpoint endpoint, @Nullable Integer outbound, @Nullable Integer inbound) {
        return new EndpointLimit(endpoint, most("maxOutbound", outbound), most("maxInbound", inbound));
    }

    /// The number that stands for no limit would be shown, and kept in a file, as if none had been given.
    private static int most(String key, @Nullable Integer limit) {
        if (limit != null && limit == EndpointLimit.UNLIMITED) {
            throw new IllegalArgumentException("\"" + key + "\" must be less than " + EndpointLimit.UNLIMITED
                    + ": leave it out where there is no limit");
        }
        return limit == null ? EndpointLimit.UNLIMITED : limit;
    }

    static OperationAnswers.EndpointLimitAnswer view(EndpointLimit limit) {
        return new OperationAnswers.EndpointLimitAnswer(
                limit.endpoint().toString(),
                orNull(limit.maxOutbound()),
                orNull(limit.maxInbound()),
                Versions.of(Configuration.view(limit)));
    }

    static @Nullable Integer orNull(int limit) {
        return limit == EndpointLimit.UNLIMITED ? null : Integer.valueOf(limit);
    }

    private static String inWords(EndpointLimit limit) {
        return limit.endpoint() + ": outbound " + inWords(limit.maxOutbound()) + ", inbound "
                + inWords(limit.maxInbound());
    }

    private static String inWords(int limit) {
        return limit == EndpointLimit.UNLIMITED ? "without limit" : Integer.toString(limit);
    }
}
