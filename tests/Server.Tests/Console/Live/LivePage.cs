using System.Net;
using IwTune.Server.Console.Live;

namespace IwTune.Server.Tests.Console.Live;

/// <summary>The stream of an open page, as a browser's EventSource reads it.</summary>
internal sealed class LivePage : IDisposable
{
    private readonly HttpResponseMessage answer;
    private readonly StreamReader events;

    private LivePage(HttpResponseMessage answer, Stream body) => (this.answer, events) = (answer, new(body));

    public static async Task<LivePage> OpenAsync(Person person, string query)
    {
        var answer = await person.Http.GetAsync(LiveStream.Path + query, HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        Assert.Equal("text/event-stream", answer.Content.Headers.ContentType!.MediaType);
        return new(answer, await answer.Content.ReadAsStreamAsync());
    }

    /// <returns>What changed, by the next event; nothing for a beat.</returns>
    public async Task<string[]> NextAsync()
    {
        while (await events.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
            if (line.StartsWith("data: ", StringComparison.Ordinal))
                return line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[2..];
        throw new EndOfStreamException("The server ended the stream.");
    }

    public async Task UntilAsync(string what)
    {
        while (!(await NextAsync()).Contains(what)) { }
    }

    public void Dispose()
    {
        events.Dispose();
        answer.Dispose();
    }
}
