using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace IwTune.Server.Tests.Features.Audit;

/// <summary>Somebody else's address that keeps what is posted to it, while it answers that it does.</summary>
internal sealed class Place(WebApplication app) : IAsyncDisposable
{
    public HttpStatusCode Answer { get; set; } = HttpStatusCode.NoContent;

    public ConcurrentQueue<string> Kept { get; } = new();

    public string Url => app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First() + "/log";

    public static async Task<Place> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        var place = new Place(app);
        app.MapPost("/log", async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            var text = await reader.ReadToEndAsync();
            if (place.Answer == HttpStatusCode.NoContent)
                place.Kept.Enqueue(text);
            context.Response.StatusCode = (int)place.Answer;
        });
        await app.StartAsync();
        return place;
    }

    public async ValueTask DisposeAsync() => await app.DisposeAsync();
}
