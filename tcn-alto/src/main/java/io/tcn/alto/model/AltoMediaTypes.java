// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// ALTO's media types, without parameters.
public final class AltoMediaTypes {
    public static final String DIRECTORY = "application/alto-directory+json";
    public static final String NETWORK_MAP = "application/alto-networkmap+json";
    public static final String NETWORK_MAP_FILTER = "application/alto-networkmapfilter+json";
    public static final String COST_MAP = "application/alto-costmap+json";
    public static final String COST_MAP_FILTER = "application/alto-costmapfilter+json";
    public static final String ENDPOINT_PROPERTY = "application/alto-endpointprop+json";
    public static final String ENDPOINT_PROPERTY_PARAMS = "application/alto-endpointpropparams+json";
    public static final String ENDPOINT_COST = "application/alto-endpointcost+json";
    public static final String ENDPOINT_COST_PARAMS = "application/alto-endpointcostparams+json";
    public static final String ERROR = "application/alto-error+json";
    public static final String PROPERTY_MAP = "application/alto-propmap+json";
    public static final String PROPERTY_MAP_PARAMS = "application/alto-propmapparams+json";
    public static final String UPDATE_STREAM_PARAMS = "application/alto-updatestreamparams+json";
    public static final String UPDATE_STREAM_CONTROL = "application/alto-updatestreamcontrol+json";
    public static final String EVENT_STREAM = "text/event-stream";
    public static final String TIPS = "application/alto-tips+json";
    public static final String TIPS_PARAMS = "application/alto-tipsparams+json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String JSON_PATCH = "application/json-patch+json";
    public static final String MULTIPART_RELATED = "multipart/related";

    private AltoMediaTypes() {}

    /// The type of a multipart message whose root has this type.
    public static MediaType multipart(String rootEssence) {
        return MediaType.of(MULTIPART_RELATED).with("type", rootEssence);
    }
}
