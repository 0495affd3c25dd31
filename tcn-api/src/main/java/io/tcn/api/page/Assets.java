// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.problem.Problem;
import io.tcn.api.security.Needs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// Scripts and styles of the page: these few files and no others. Their address holds a digest of all of them, so that
/// browsers keep them for as long as they are the same.
@Lazy
@RestController
@Needs(open = true)
class Assets {
    private static final String OWN = "classpath:io/tcn/api/page/";
    private static final String WEBJARS = "classpath*:META-INF/resources/webjars/";
    private static final int DIGEST = 16;

    private static final Map<String, String> FILES = Map.of(
            "page.css", OWN + "page.css",
            "page.js", OWN + "page.js",
            "htmx.js", WEBJARS + "htmx.org/*/dist/htmx.min.js",
            "uplot.js", WEBJARS + "uplot/*/dist/uPlot.iife.min.js",
            "uplot.css", WEBJARS + "uplot/*/dist/uPlot.min.css");

    private final SingletonSupplier<Map<String, byte[]>> files = SingletonSupplier.of(Assets::read);
    private final SingletonSupplier<String> digest = SingletonSupplier.of(this::digest);

    private static Map<String, byte[]> read() {
        var resolver = new PathMatchingResourcePatternResolver(Assets.class.getClassLoader());
        Map<String, byte[]> read = new TreeMap<>();
        FILES.forEach((name, pattern) -> {
            try {
                Resource[] found = resolver.getResources(pattern);
                if (found.length != 1) {
                    throw new IllegalStateException(name + " of the page is there " + found.length + " times");
                }
                read.put(name, found[0].getContentAsByteArray());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
        return read;
    }

    private String digest() {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            files.obtain().forEach((name, bytes) -> {
                sha.update(name.getBytes(StandardCharsets.UTF_8));
                sha.update(bytes);
            });
            return HexFormat.of().formatHex(sha.digest()).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The address of the folder.
    String root() {
        return Urls.ROOT + "/assets/" + digest.obtain();
    }

    @GetMapping(Urls.ROOT + "/assets/{version}/{name}")
    ResponseEntity<byte[]> file(@PathVariable String version, @PathVariable String name) {
        byte[] bytes = files.obtain().get(name);
        if (bytes == null) {
            throw Problem.notFound("there is no such file");
        }
        boolean isPresent = version.equals(digest.obtain());
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(
                        name.endsWith(".css") ? "text/css;charset=UTF-8" : "text/javascript;charset=UTF-8"))
                .cacheControl(
                        isPresent ? CacheControl.maxAge(Duration.ofDays(365)).immutable() : CacheControl.noCache())
                .body(bytes);
    }
}
