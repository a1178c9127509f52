using IwTune.Shared.Wire;

namespace IwTune.Server.Hosting;

internal static class RefusalMetadata
{
    /// <summary>Says in the API's document with which statuses these calls refuse.</summary>
    public static TBuilder Refuses<TBuilder>(this TBuilder endpoints, params int[] statuses) where TBuilder : IEndpointConventionBuilder
    {
        foreach (var status in statuses)
            endpoints.WithMetadata(new ProducesResponseTypeMetadata(status, typeof(FleetProblem), ["application/problem+json"]));
        return endpoints;
    }
}
