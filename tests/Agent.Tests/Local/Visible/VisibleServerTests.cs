using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using IwTune.Agent.Engine.Visible;
using IwTune.Agent.Local.Visible;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Local.Visible;

public sealed class VisibleServerTests : IAsyncDisposable
{
    private readonly VisibleServer server = VisibleServer.Open(
        new VisibleOptions(new IPEndPoint(IPAddress.Loopback, 0), 35_000, 1460, null),
        TimeProvider.System,
        out _
    )!;
    private readonly ConcurrentQueue<PageServed> served = [];
    private readonly CancellationTokenSource ending = new();
    private readonly HttpClient http = new(new SocketsHttpHandler { UseProxy = false });
    private readonly Task running;

    public VisibleServerTests() => running = server.RunAsync(served.Enqueue, ending.Token);

    [Fact]
    public async Task Each_page_comes_on_a_fresh_connection_and_what_the_kernel_saw_is_told_afterwards()
    {
        using var first = await http.GetAsync(At("/"));
        using var second = await http.GetAsync(At("/"));
        Assert.True(first.Headers.ConnectionClose);
        var ids = new[] { await IdAsync(first), await IdAsync(second) };
        Assert.NotEqual(ids[0], ids[1]);
        var seen = JsonNode.Parse(await http.GetStringAsync(At($"/seen/{ids[1]}")))!;
        Assert.Equal(35_000, (double)seen["acknowledged"]!.AsArray()[^1]![1]!);
        await Until.TrueAsync(() => served.Count == 2, () => $"{served.Count} pages");
        Assert.All(served, page => Assert.True(page.Took > TimeSpan.Zero));
    }

    [Fact]
    public async Task A_segment_is_no_longer_than_was_asked_for()
    {
        using var answer = await http.GetAsync(At("/"));
        await Until.TrueAsync(() => !served.IsEmpty, () => "no page");
        Assert.InRange(served.Single().Figures.Mss, 1, 1460);
        Assert.InRange(served.Single().Figures.InitCwnd!.Value, 1, 1024);
    }

    [Theory]
    [InlineData("/favicon.ico")]
    [InlineData("/seen/")]
    [InlineData("/seen/999")]
    [InlineData("/seen/x")]
    public async Task What_is_not_there_is_not_found(string path)
    {
        using var answer = await http.GetAsync(At(path));
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
    }

    [Fact]
    public async Task A_request_that_is_none_is_answered_and_the_server_goes_on()
    {
        using var guest = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await guest.ConnectAsync(server.Endpoint);
        await guest.SendAsync("nonsense\r\n\r\n"u8.ToArray());
        var answer = new byte[1024];
        Assert.StartsWith("HTTP/1.1 400", Encoding.ASCII.GetString(answer, 0, await guest.ReceiveAsync(answer)), StringComparison.Ordinal);
        guest.Dispose();
        Assert.True((await http.GetAsync(At("/"))).IsSuccessStatusCode);
    }

    [Fact]
    public async Task Guests_that_leave_or_say_nothing_keep_nobody_out()
    {
        var silent = new List<Socket>();
        for (var i = 0; i < VisibleServer.MostGuests - 1; i++)
        {
            var guest = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await guest.ConnectAsync(server.Endpoint);
            silent.Add(guest);
        }
        Assert.True((await http.GetAsync(At("/"))).IsSuccessStatusCode);
        silent.ForEach(guest => guest.Dispose());
        for (var i = 0; i < VisibleServer.MostGuests + 1; i++)
            Assert.True((await http.GetAsync(At("/"))).IsSuccessStatusCode);
    }

    [Fact]
    public void An_address_that_is_taken_is_told()
    {
        Assert.Null(VisibleServer.Open(new VisibleOptions(server.Endpoint, 35_000, null, null), TimeProvider.System, out var problem));
        Assert.Contains($"--listen {server.Endpoint}", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_congestion_control_that_the_kernel_does_not_have_is_told()
    {
        Assert.Null(
            VisibleServer.Open(
                new VisibleOptions(new IPEndPoint(IPAddress.Loopback, 0), 35_000, null, "nosuch"),
                TimeProvider.System,
                out var problem
            )
        );
        Assert.Contains("--cc nosuch", problem, StringComparison.Ordinal);
    }

    public async ValueTask DisposeAsync()
    {
        await ending.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        server.Dispose();
        http.Dispose();
        ending.Dispose();
    }

    private Uri At(string path) => new($"http://{server.Endpoint}{path}");

    private static async Task<string> IdAsync(HttpResponseMessage page)
    {
        var text = await page.Content.ReadAsStringAsync();
        var at = text.LastIndexOf("show(", StringComparison.Ordinal) + "show(".Length;
        return text[at..text.IndexOf(',', at)];
    }
}
