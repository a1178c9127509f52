using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.Metadata;

namespace IwTune.Server.Hosting.Refusals;

internal static class RefusalMetadata
{
    /// <summary>Says in the API's document with which statuses these calls refuse.</summary>
    public static TBuilder Refuses<TBuilder>(this TBuilder endpoints, params int[] statuses)
        where TBuilder : IEndpointConventionBuilder
    {
        foreach (var status in statuses)
            endpoints.WithMetadata(new ProducesResponseTypeMetadata(status, typeof(FleetProblem), ["application/problem+json"]));
        return endpoints;
    }

    /// <summary>Adds what any call can be refused with, by what it takes: documents, a secret, a place in the queue, the store.</summary>
    public static TBuilder SaysWhatItAnswers<TBuilder>(this TBuilder endpoints)
        where TBuilder : IEndpointConventionBuilder
    {
        endpoints.Finally(endpoint =>
        {
            var known = endpoint.Metadata.OfType<IProducesResponseTypeMetadata>().Select(answer => answer.StatusCode).ToHashSet();
            var reads = endpoint.Metadata.OfType<IHttpMethodMetadata>().All(method => method.HttpMethods.Contains(HttpMethods.Get));
            if (
                reads
                && IsPagedList.Of(
                    endpoint
                        .Metadata.OfType<IProducesResponseTypeMetadata>()
                        .FirstOrDefault(answer => answer.StatusCode == StatusCodes.Status200OK)
                        ?.Type
                )
                    is { } list
            )
                endpoint.Metadata.Add(list);
            int[] statuses =
            [
                400,
                406,
                429,
                503,
                .. reads ? (int[])[] : [409],
                .. endpoint.Metadata.OfType<IAcceptsMetadata>().Any() ? (int[])[408, 413, 415] : [],
            ];
            foreach (var status in statuses.Where(known.Add))
                endpoint.Metadata.Add(new ProducesResponseTypeMetadata(status, typeof(FleetProblem), ["application/problem+json"]));
            if (
                reads
                && endpoint is RouteEndpointBuilder { RoutePattern.Parameters.Count: > 0 }
                && known.Add(StatusCodes.Status304NotModified)
            )
                endpoint.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status304NotModified, typeof(void)));
        });
        return endpoints;
    }
}
