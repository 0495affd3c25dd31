// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.HostName;
import io.tcn.api.runtime.Version;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Operation;
import io.tcn.core.port.TimeSource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/// Makes answers of pages: HTML, or one of the page's tables as a file. The template engine is made when the first page
/// is asked for: most starts of the server never need it.
@Component
@Lazy
class Answers {
    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /// An entry of the menu.
    record MenuEntry(String title, String href) {}

    private final SingletonSupplier<TemplateEngine> engine = SingletonSupplier.of(Answers::engine);
    private final TimeSource time;
    private final HostName host;
    private final ObjectProvider<Assets> assets;

    Answers(TimeSource time, HostName host, ObjectProvider<Assets> assets) {
        this.time = time;
        this.host = host;
        this.assets = assets;
    }

    private static TemplateEngine engine() {
        ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(Answers.class.getClassLoader());
        resolver.setPrefix("io/tcn/api/page/");
        resolver.setSuffix(".html");
        resolver.setTemplateMode(TemplateMode.HTML);
        resolver.setCharacterEncoding("UTF-8");
        resolver.setCheckExistence(false);
        SpringTemplateEngine engine = new SpringTemplateEngine();
        engine.setTemplateResolver(resolver);
        engine.setEnableSpringELCompiler(false);
        return engine;
    }

    /// A page, or the table of it that was asked for as a file.
    ResponseEntity<byte[]> of(View view, Caller caller) {
        Asked asked = view.asked();
        String as = asked.get("as");
        if (!as.isEmpty()) {
            Table<?> table = view.tables().stream()
                    .filter(one -> one.id().equals(asked.get("table")))
                    .findFirst()
                    .orElseThrow(() -> Problem.notFound("this page has no table of that name"));
            return switch (as) {
                case "csv" -> file(CSV, table.id() + ".csv", table.csv(asked).getBytes(StandardCharsets.UTF_8));
                case "json" -> file(MediaType.APPLICATION_JSON, table.id() + ".json", json(table, asked));
                default -> throw Problem.badRequest("\"as\" is csv or json");
            };
        }
        return page(view, caller, HttpStatusCode.valueOf(200));
    }

    ResponseEntity<byte[]> page(View view, Caller caller, HttpStatusCode status) {
        Context context = new Context(java.util.Locale.ENGLISH, view.model());
        context.setVariable("menu", menu(caller));
        context.setVariable("who", caller.dn());
        context.setVariable("session", caller.isAnonymous() ? LoginPages.LOGIN : LoginPages.SESSION);
        context.setVariable("version", Version.TEXT);
        context.setVariable("host", host.value());
        context.setVariable("now", Unit.MOMENT.of(time.now()));
        context.setVariable("assets", assets.getObject().root());
        return ResponseEntity.status(status)
                .contentType(HTML)
                .body(engine.obtain().process("page", context).getBytes(StandardCharsets.UTF_8));
    }

    private static ResponseEntity<byte[]> file(MediaType type, String name, byte[] bytes) {
        return ResponseEntity.ok()
                .contentType(type)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(name).build().toString())
                .body(bytes);
    }

    private static byte[] json(Table<?> table, Asked asked) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
            table.json(asked, out);
        }
        return bytes.toByteArray();
    }

    /// Numbers of a plot.
    static ResponseEntity<byte[]> json(Map<String, ?> object) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(MAPPER.writeValueAsBytes(object));
    }

    private static List<MenuEntry> menu(Caller caller) {
        List<MenuEntry> menu = new ArrayList<>(List.of(
                new MenuEntry("Now", Urls.ROOT),
                new MenuEntry("Map", Urls.ROOT + "/map"),
                new MenuEntry("Pipes", Urls.ROOT + "/pipes"),
                new MenuEntry("Users", Urls.ROOT + "/users"),
                new MenuEntry("Jobs", Urls.ROOT + "/jobs"),
                new MenuEntry("Transfers", Urls.ROOT + "/transfers"),
                new MenuEntry("Groups", Urls.ROOT + "/groups"),
                new MenuEntry("Failures", Urls.ROOT + "/failures"),
                new MenuEntry("Server", Urls.ROOT + "/server"),
                new MenuEntry("Cluster", Urls.ROOT + "/cluster")));
        if (isOperator(caller)) {
            menu.add(new MenuEntry("Settings", Urls.ROOT + "/settings"));
            menu.add(new MenuEntry("Audit", Urls.ROOT + "/audit"));
        }
        return menu;
    }

    /// Whether a caller may change settings of everybody.
    static boolean isOperator(Caller caller) {
        return caller.level(Operation.CONFIG) == Level.ALL;
    }
}
