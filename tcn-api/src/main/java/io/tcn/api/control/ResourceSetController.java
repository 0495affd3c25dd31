// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Audit;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Named sets of resources, on which resource controls hang.
@Needs
@RestController
@RequestMapping("/tcn/v1/resource-sets")
class ResourceSetController {
    private final Directory directory;
    private final RequestBodies bodies;
    private final InForce inForce;
    private final Audit audit;
    private final Repeats repeats;

    ResourceSetController(Directory directory, RequestBodies bodies, InForce inForce, Audit audit, Repeats repeats) {
        this.repeats = repeats;
        this.directory = directory;
        this.bodies = bodies;
        this.inForce = inForce;
        this.audit = audit;
    }

    @GetMapping
    @About("A page of the resource-sets, by name.")
    List<DirectoryAnswers.ResourceSetAnswer> all(
            @About("Those in which this resource of the present map is.") @RequestParam(required = false) @Nullable
                    String resource,
            @About("The last name of the page before.") @RequestParam(defaultValue = "") String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response) {
        Stream<ResourceSet> sets =
                directory.resourceSets().stream().filter(set -> resource == null || inForce.isIn(set, resource));
        return Pages.cut(
                        new Pages.Listing(request, response, limit),
                        sets,
                        set -> set.name().value(),
                        after)
                .stream()
                .map(this::view)
                .toList();
    }

    @GetMapping("/{name}")
    @About("One resource-set.")
    DirectoryAnswers.ResourceSetAnswer one(
            @About("Its name.") @PathVariable String name, HttpServletResponse response) {
        ResourceSet set = known(name);
        Versions.tell(response, Versions.of(Configuration.view(set)));
        return view(set);
    }

    private ResourceSet known(String name) {
        return RequestBodies.checked(() -> directory.findResourceSet(ResourceSetName.of(name)))
                .orElseThrow(() -> Problem.notFound("there is no resource-set " + name));
    }

    private DirectoryAnswers.ResourceSetAnswer view(ResourceSet set) {
        return new DirectoryAnswers.ResourceSetAnswer(
                set.name().value(),
                set.patterns(),
                inForce.matches(set),
                inForce.warnings(set),
                Versions.of(Configuration.view(set)));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @About(
            value = "States a resource-set, a new one or one that exists.",
            takes = Requests.CreateResourceSet.class,
            refuses = {409, 412, 422})
    DirectoryAnswers.ResourceSetAnswer create(
            HttpServletRequest request,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @About(Versions.IF_NONE_MATCH) @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable
                    String ifNoneMatch,
            @About(Repeats.ABOUT) @RequestHeader(name = Repeats.KEY, required = false) @Nullable String idempotencyKey,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreateResourceSet body = bodies.read(request, Requests.CreateResourceSet.class);
        ResourceSet set = DeclarationChecks.resourceSet(body.name(), body.resources());
        Repeats.Asked asked = Repeats.asked(idempotencyKey, caller, "POST /tcn/v1/resource-sets", body);
        return directory.alone(() -> repeats.once(asked, DirectoryAnswers.ResourceSetAnswer.class, () -> {
            ResourceSet present = directory.findResourceSet(set.name()).orElse(null);
            refuseStale(ifMatch, present, set.name());
            Versions.refuseKnown(
                    ifNoneMatch,
                    present == null ? null : Configuration.view(present),
                    "resource-set " + set.name(),
                    route(set.name()));
            AuditEntry entry = audit.entry(
                    caller,
                    "create-resource-set",
                    set.name() + ": " + set.patterns() + (present == null ? "" : "; before: " + present.patterns()),
                    present == null ? null : Configuration.view(present),
                    Configuration.view(set));
            DirectoryAnswers.ResourceSetAnswer answer = view(set);
            directory.declare(DirectoryChange.put(set), List.of(Repeats.with(entry, asked, answer)));
            Audit.log(entry);
            return answer;
        }));
    }

    private static void refuseStale(@Nullable String ifMatch, @Nullable ResourceSet present, ResourceSetName name) {
        Versions.refuseStale(
                ifMatch, present == null ? null : Configuration.view(present), "resource-set " + name, route(name));
    }

    private static String route(ResourceSetName name) {
        return "/tcn/v1/resource-sets/" + name;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(
            value = "Removes a resource-set on which no resource control hangs.",
            refuses = {409, 412})
    void remove(
            @About("Its name.") @PathVariable String name,
            @About(Versions.IF_MATCH) @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable
                    String ifMatch,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        directory.alone(() -> {
            remove(known(name), ifMatch, caller);
            return null;
        });
    }

    private void remove(ResourceSet set, @Nullable String ifMatch, Caller caller) {
        ResourceSetName name = set.name();
        refuseStale(ifMatch, set, name);
        if (ResourceSet.isFixed(name)) {
            throw new Problem(HttpStatus.CONFLICT, name + " is always there");
        }
        List<String> users = directory.resourceControls().stream()
                .filter(timed -> timed.control().resourceSet().equals(set.name()))
                .map(timed -> timed.control().user().value())
                .distinct()
                .toList();
        if (!users.isEmpty()) {
            throw new Problem(
                    HttpStatus.CONFLICT, "resource controls of " + users + " hang on " + name + ": remove them first");
        }
        AuditEntry entry =
                audit.entry(caller, "remove-resource-set", name + ": " + set.patterns(), Configuration.view(set), null);
        directory.declare(DirectoryChange.gone(set.name()), List.of(entry));
        Audit.log(entry);
    }
}
