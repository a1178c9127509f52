using System.Net.Http.Headers;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Ports;
using IwTune.Benchmarks.Measuring;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Benchmarks.Product;

/// <summary>The real server on a loopback port, bound to one core, with its own store.</summary>
internal sealed class FleetServer : IDisposable
{
    private readonly LabProcess process;
    private readonly string data;

    private FleetServer(LabProcess process, string data, Uri url)
    {
        this.process = process;
        this.data = data;
        Url = url;
    }

    public Uri Url { get; }

    public TimeSpan Cpu => ProcessMemory.CpuOf(process.Id);

    public static async Task<FleetServer> StartAsync(Scratch scratch, int core)
    {
        var data = scratch.At("server");
        var process = LabProcess.Start("taskset", ["-c", $"{core}", Shipped.Server, "run", "--data", data, "--listen", "127.0.0.1:0"]);
        try
        {
            var line = await process.WaitForLineAsync("listening ");
            return new(process, data, new Uri(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]));
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    /// <summary>Enrols hosts as the agent does, publishes a policy for all of them, and lets each fetch its bundle.</summary>
    /// <param name="count">How many.</param>
    /// <param name="policy">For all of them.</param>
    /// <param name="keys">Makes the keys of those from <paramref name="keyed"/> on.</param>
    /// <param name="keyed">The first that has a key.</param>
    public async Task<IReadOnlyList<Member>> EnrolAsync(int count, string policy, IHostKeys? keys = null, int keyed = 0)
    {
        var (token, pin) = Token("enrolment", "--uses", $"{count}");
        var members = new List<Member>();
        for (var i = 0; i < count; i++)
        {
            var enrolment = new Enrolment(TimeProvider.System) { Keys = i >= keyed ? keys : null };
            var (identity, problem) = await enrolment.JoinAsync(Url, token, pin, Member.Facts(i), former: null, default);
            if (identity is null)
                throw new BenchException(problem);
            members.Add(new(identity, Member.Facts(i).BootId, keys is null ? null : HostProver.Of(identity, keys)));
        }
        var (authority, refused) = PinnedAuthority.Read(members[0].Identity.Authority, pin);
        using var trusted = authority ?? throw new BenchException(refused);
        await PublishAsync(trusted, policy, count);
        foreach (var member in members)
            await member.FetchBundleAsync(trusted);
        return members;
    }

    public void Dispose() => process.Dispose();

    private async Task PublishAsync(PinnedAuthority authority, string policy, int hosts)
    {
        var (token, _) = Token("api");
        using var connection = new ServerConnection(
            Url,
            authority.Accepts,
            new AuthenticationHeaderValue("Bearer", token),
            TimeProvider.System
        );
        var body = JsonSerializer.SerializeToUtf8Bytes(
            new PublishRequest(policy, "bench", Assign: "*", Confirm: hosts),
            PoliciesJson.Default.PublishRequest
        );
        var answer = await connection.SendAsync(
            HttpMethod.Post,
            FleetPaths.Policies,
            body,
            "application/json",
            TimeSpan.FromSeconds(20),
            default
        );
        if (!answer.Granted)
            throw new BenchException($"the policy was not published: {answer.Problem}");
    }

    private (string Token, CaPin Pin) Token(string kind, params string[] more)
    {
        var made = ServerToken.Create(["--data", data, "--kind", kind, .. more]);
        return CaPin.TryParse(made.CaPin, out var pin)
            ? (made.Token, pin)
            : throw new BenchException("the server printed a pin that is none");
    }
}
