using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Webhooks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>A real receiver of webhooks on loopback, which keeps what it received and gives the answers that the test sets.</summary>
internal sealed class Receiver : IAsyncDisposable
{
    private readonly WebApplication app;

    private Receiver(WebApplication app)
    {
        this.app = app;
        Address = app.Address();
    }

    public string Address { get; }

    /// <summary>Everything that was posted, in order, whatever the answer.</summary>
    public ConcurrentQueue<Message> Messages { get; } = new();

    /// <summary>Its answer; at first it accepts everything.</summary>
    public Func<HttpContext, Message, Task> Answer { get; set; } = (_, _) => Task.CompletedTask;

    public static async Task<Receiver> StartAsync()
    {
        var app = Loopback.Build();
        Receiver? own = null;
        app.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            var message = new Message(
                context.Request.Path,
                context.Request.Headers.ToDictionary(h => h.Key, h => h.Value.ToString(), StringComparer.OrdinalIgnoreCase),
                Encoding.UTF8.GetString(body.ToArray())
            );
            own!.Messages.Enqueue(message);
            await own.Answer(context, message);
        });
        await app.StartAsync();
        return own = new(app);
    }

    public Task AnswersAsync(int status)
    {
        Answer = (context, _) =>
        {
            context.Response.StatusCode = status;
            return Task.CompletedTask;
        };
        return Task.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await app.StopAsync();
        await app.DisposeAsync();
    }

    internal sealed record Message(string Path, IReadOnlyDictionary<string, string> Headers, string Body)
    {
        public string Id => Headers["webhook-id"];

        public WebhookEvent Event => JsonSerializer.Deserialize(Body, WebhookJson.Default.WebhookEvent)!;

        /// <summary>Checks a signature as docs/webhooks.md describes for receivers.</summary>
        public bool IsSignedWith(string secret)
        {
            var signed = Encoding.UTF8.GetBytes($"{Id}.{Headers["webhook-timestamp"]}.{Body}");
            var expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(Convert.FromBase64String(secret["whsec_".Length..]), signed));
            return Headers["webhook-signature"].Split(' ').Contains(expected, StringComparer.Ordinal);
        }
    }
}
