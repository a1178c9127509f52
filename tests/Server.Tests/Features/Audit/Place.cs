using System.Collections.Concurrent;
using System.Net;
using IwTune.Server.Tests.Running;
using Microsoft.AspNetCore.Builder;

namespace IwTune.Server.Tests.Features.Audit;

/// <summary>A receiver that keeps every posted message while it answers with success.</summary>
internal sealed class Place(WebApplication app) : IAsyncDisposable
{
    public HttpStatusCode Answer { get; set; } = HttpStatusCode.NoContent;

    public ConcurrentQueue<string> Kept { get; } = new();

    public string Url => app.Address() + "/log";

    public static async Task<Place> StartAsync()
    {
        var app = Loopback.Build();
        var place = new Place(app);
        app.MapPost(
            "/log",
            async context =>
            {
                using var reader = new StreamReader(context.Request.Body);
                var text = await reader.ReadToEndAsync();
                if (place.Answer == HttpStatusCode.NoContent)
                    place.Kept.Enqueue(text);
                context.Response.StatusCode = (int)place.Answer;
            }
        );
        await app.StartAsync();
        return place;
    }

    public async ValueTask DisposeAsync() => await app.DisposeAsync();
}
