// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.TransferUrls;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// What operators declare: users, pipes (create-pipe) and resource-sets.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class OperatorController {
    private static final int MAX_PATTERNS = 4000;

    private final Directory directory;
    private final RequestBodies bodies;
    private final PipeViews pipeViews;
    private final InForce inForce;
    private final Audit audit;
    private final TcnProperties properties;

    OperatorController(
            Directory directory,
            RequestBodies bodies,
            PipeViews pipeViews,
            InForce inForce,
            Audit audit,
            TcnProperties properties) {
        this.inForce = inForce;
        this.audit = audit;
        this.directory = directory;
        this.bodies = bodies;
        this.pipeViews = pipeViews;
        this.properties = properties;
    }

    @GetMapping("/users")
    List<Map<String, Object>> users(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        return directory.users().stream()
                .filter(user -> caller.mayActFor(user.id()))
                .map(this::view)
                .toList();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping("/users")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> createUser(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreateUser body = bodies.read(request, Requests.CreateUser.class);
        User user = RequestBodies.checked(() ->
                new User(UserId.of(RequestBodies.need(body.id(), "id")), body.weight() == null ? 1.0 : body.weight()));
        List<String> dns = body.dns() == null ? List.of() : body.dns();
        for (String dn : dns) {
            if (dn == null || !dn.startsWith("/") || dn.length() > 1024) {
                throw Problem.badRequest("\"dns\" holds names in slash form, as in /DC=org/CN=Alice");
            }
        }
        List<DirectoryStore.UserDn> names = dns.stream()
                .map(dn -> new DirectoryStore.UserDn(
                        dn,
                        user.id(),
                        directory
                                .findDn(dn)
                                .map(DirectoryStore.UserDn::administrator)
                                .orElse(false)))
                .toList();
        AuditEntry entry =
                audit.entry(caller, "create-user", user.id() + ", weight " + user.weight() + ", certificates " + dns);
        directory.declare(user, names, entry);
        Audit.log(entry);
        return view(user);
    }

    private Map<String, Object> view(User user) {
        return Map.of("id", user.id().value(), "weight", user.weight(), "dns", directory.dnsOf(user.id()));
    }

    @GetMapping("/pipes")
    List<Map<String, Object>> pipes(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        return directory.pipes().stream()
                .filter(pipe -> caller.mayActFor(pipe.user()))
                .map(pipeViews::view)
                .toList();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping("/pipes")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> createPipe(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreatePipe body = bodies.read(request, Requests.CreatePipe.class);
        PipeKey key = RequestBodies.checked(() -> new PipeKey(
                TransferUrls.endpoint(RequestBodies.need(body.source(), "source")),
                TransferUrls.endpoint(RequestBodies.need(body.destination(), "destination")),
                UserId.of(RequestBodies.need(body.user(), "user"))));
        Declarations.knownUser(directory, key.user());
        PipeLimits limits = RequestBodies.checked(() -> new PipeLimits(
                body.minConnections() == null ? properties.pipes().minConnections() : body.minConnections(),
                body.maxConnections() == null ? properties.pipes().maxConnections() : body.maxConnections()));
        Optional<Pipe> present = directory.findPipe(key);
        String name = body.id();
        PipeId id = present.map(Pipe::id)
                .orElseGet(() -> name == null ? key.toPipeId() : RequestBodies.checked(() -> PipeId.of(name)));
        if (name != null && !id.value().equals(name)) {
            throw new Problem(
                    HttpStatus.CONFLICT, "this pipe exists under the name " + id + ", which cannot be changed");
        }
        if (present.isEmpty() && directory.findPipe(id).isPresent()) {
            throw new Problem(HttpStatus.CONFLICT, "another pipe has the name " + id + " already");
        }
        double weight = body.weight() == null ? 1.0 : body.weight();
        Pipe pipe =
                RequestBodies.checked(() -> new Pipe(id, key.source(), key.destination(), key.user(), limits, weight));
        AuditEntry entry = audit.entry(
                caller,
                "create-pipe",
                id + " with " + limits.minConnections() + " to " + limits.maxConnections() + " connections, weight "
                        + weight);
        directory.declare(pipe, entry);
        Audit.log(entry);
        return pipeViews.view(pipe);
    }

    @GetMapping("/resource-sets")
    List<Map<String, Object>> resourceSets(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        return directory.resourceSets().stream().map(this::view).toList();
    }

    private Map<String, Object> view(ResourceSet set) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", set.name().value());
        json.put("resources", set.patterns());
        json.put("matches", inForce.matches(set));
        json.put("warnings", inForce.warnings(set));
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping("/resource-sets")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> createResourceSet(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreateResourceSet body = bodies.read(request, Requests.CreateResourceSet.class);
        List<String> patterns = body.resources() == null ? List.of() : body.resources();
        for (String pattern : patterns) {
            if (pattern == null || !pattern.matches("\\S+")) {
                throw Problem.badRequest("\"resources\" holds names of resources without blanks, as in link:*");
            }
        }
        if (String.join(" ", patterns).length() > MAX_PATTERNS) {
            throw Problem.badRequest("\"resources\" holds at most " + MAX_PATTERNS + " characters");
        }
        ResourceSet set = RequestBodies.checked(
                () -> new ResourceSet(ResourceSetName.of(RequestBodies.need(body.name(), "name")), patterns));
        AuditEntry entry = audit.entry(caller, "create-resource-set", set.name() + ": " + set.patterns());
        directory.declare(set, entry);
        Audit.log(entry);
        return view(set);
    }
}
