using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Figures.Hostile;

/// <summary>The waiting time of people and new hosts while hundreds of connections send their bodies slowly. Loopback only.</summary>
internal sealed partial class SlowBodies : IBenchmark
{
    private const int Slow = 500,
        Addresses = 50,
        Rounds = 120,
        PerAddress = 10;
    private const double MostMilliseconds = 1000;

    private static readonly TimeSpan Filled = TimeSpan.FromSeconds(30);

    public string Name => "slow";

    public string Summary => $"sign-in and enrolment during {Slow} connections that send slowly";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var store = new SqliteBenchStore();
        using var server = await MeasuredServer.StartAsync(store, scratch, 1000, "--enrolments", "10000");
        var token = server.NewToken("enrolment", "--uses", "100000");
        await RunAsync(server, token, 0, 20);
        var alone = await RunAsync(server, token, 1, Rounds);
        await using var slow = new SlowConnections(server.Url, Slow, Addresses);
        slow.Begin();
        for (var waited = Stopwatch.StartNew(); slow.Open < Slow * 9 / 10 && waited.Elapsed < Filled; )
            await Task.Delay(100);
        var reached = slow.Open;
        var beside = await RunAsync(server, token, 2, Rounds);
        var note =
            $"{Slow} connections from {Addresses} addresses (127.0.0.1 to .{Addresses}) send forms and documents to /sign-in, /theme, "
            + "/sign-out, /error and /agent/v1/enroll, a byte every 2 s, and reconnect when they are refused; "
            + $"{reached} were open when the measurement started, and {slow.Refused} were refused during it. {Rounds} rounds one after the "
            + $"other, {PerAddress} from one address; a sign-in is the page and the form with a password to check.";
        return
        [
            .. beside.Select(one => new Figure(
                $"{one.Key}, p99, beside {Slow} slow senders",
                Sample.Of(one.Value.Quantile(0.99), "ms"),
                "without them",
                Sample.Of(alone[one.Key].Quantile(0.99), "ms"),
                $"at most {MostMilliseconds:0} ms",
                one.Value.Quantile(0.99) <= MostMilliseconds
            )
            {
                Note = note,
            }),
        ];
    }

    private static async Task<Dictionary<string, Sample>> RunAsync(MeasuredServer server, string token, int turn, int rounds)
    {
        var times = new Dictionary<string, List<TimeSpan>>(StringComparer.Ordinal);
        for (var round = 0; round < rounds; round += PerAddress)
        {
            using var person = From(server.Url, $"127.0.{10 + turn}.{1 + round / PerAddress}");
            for (var i = round; i < Math.Min(rounds, round + PerAddress); i++)
            {
                var number = 100_000 * (turn + 1) + i;
                await TimeAsync("sign-in", () => SignInAsync(person, $"nobody-{number}"));
                await TimeAsync("enrolment", () => EnrolAsync(person, token, number));
                await TimeAsync("/agent/v1/ca", () => GetAsync(person, AgentPaths.Authority));
                await TimeAsync("/theme", () => PostAsync(person, "/theme", ("theme", "dark"), ("back", "/")));
                await TimeAsync("/sign-out", () => GetAsync(person, "/sign-out"));
                await TimeAsync("/error", () => GetAsync(person, "/error"));
            }
        }
        return times.ToDictionary(one => one.Key, one => Sample.Milliseconds(one.Value), StringComparer.Ordinal);

        async Task TimeAsync(string what, Func<Task> act)
        {
            var clock = Stopwatch.StartNew();
            await act();
            if (!times.TryGetValue(what, out var known))
                times.Add(what, known = []);
            known.Add(clock.Elapsed);
        }
    }

    private static async Task SignInAsync(HttpClient person, string name)
    {
        var page = await person.GetStringAsync("/sign-in");
        var fields = Hidden()
            .Matches(page)
            .Select(match => (match.Groups[1].Value, WebUtility.HtmlDecode(match.Groups[2].Value)))
            .Where(field => field.Item1 is "_handler" or "__RequestVerificationToken")
            .DistinctBy(field => field.Item1);
        await PostAsync(person, "/sign-in", [.. fields, ("Input.Name", name), ("Input.Password", "a long wrong password")]);
    }

    private static async Task EnrolAsync(HttpClient person, string token, int number)
    {
        var request = System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(
            new EnrolRequest(token, new SeededHost(number).Facts),
            WireJson.Default.EnrolRequest
        );
        using var content = new ByteArrayContent(request) { Headers = { ContentType = new("application/json") } };
        using var answer = await person.PostAsync(AgentPaths.Enrol, content);
        Served(answer, AgentPaths.Enrol);
    }

    private static async Task GetAsync(HttpClient person, string path)
    {
        using var answer = await person.GetAsync(path);
        Served(answer, path);
    }

    private static async Task PostAsync(HttpClient person, string path, params (string Name, string Value)[] fields)
    {
        using var content = new FormUrlEncodedContent(fields.Select(field => KeyValuePair.Create(field.Name, field.Value)));
        using var answer = await person.PostAsync(path, content);
        Served(answer, path);
    }

    /// <summary>A refused form counts as an answer; a request that is turned away does not.</summary>
    private static void Served(HttpResponseMessage answer, string path)
    {
        if (answer.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable or HttpStatusCode.RequestTimeout)
            throw new BenchException($"{path} was sent away: {(int)answer.StatusCode}");
    }

    private static HttpClient From(Uri server, string address) =>
        new(
            new SocketsHttpHandler
            {
                UseCookies = true,
                AllowAutoRedirect = false,
                SslOptions = { RemoteCertificateValidationCallback = (_, _, _, _) => true },
                ConnectCallback = async (context, ct) =>
                {
                    var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                    socket.Bind(new IPEndPoint(IPAddress.Parse(address), 0));
                    await socket.ConnectAsync(IPAddress.Loopback, context.DnsEndPoint.Port, ct);
                    return new NetworkStream(socket, ownsSocket: true);
                },
            }
        )
        {
            BaseAddress = server,
            Timeout = TimeSpan.FromMinutes(1),
        };

    [GeneratedRegex("""<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"[^>]*>""")]
    private static partial Regex Hidden();
}
