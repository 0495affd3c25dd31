// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
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

    ResourceSetController(Directory directory, RequestBodies bodies, InForce inForce, Audit audit) {
        this.directory = directory;
        this.bodies = bodies;
        this.inForce = inForce;
        this.audit = audit;
    }

    @GetMapping
    List<Map<String, Object>> all(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        return directory.resourceSets().stream().map(this::view).toList();
    }

    @GetMapping("/{name}")
    Map<String, Object> one(@PathVariable String name, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        return view(known(name));
    }

    private ResourceSet known(String name) {
        return RequestBodies.checked(() -> directory.findResourceSet(ResourceSetName.of(name)))
                .orElseThrow(() -> Problem.notFound("there is no resource-set " + name));
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
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> create(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Requests.CreateResourceSet body = bodies.read(request, Requests.CreateResourceSet.class);
        ResourceSet set = Declarations.resourceSet(body.name(), body.resources());
        AuditEntry entry = audit.entry(caller, "create-resource-set", set.name() + ": " + set.patterns());
        directory.declare(set, entry);
        Audit.log(entry);
        return view(set);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String name, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        ResourceSet set = known(name);
        if (set.name().equals(ResourceSet.ALL_LINKS.name()) || set.name().equals(ResourceSet.ALL_STORAGES.name())) {
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
        AuditEntry entry = audit.entry(caller, "remove-resource-set", name + ": " + set.patterns());
        directory.remove(set.name(), entry);
        Audit.log(entry);
    }
}
