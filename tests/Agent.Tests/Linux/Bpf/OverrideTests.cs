using IwTune.Agent.Linux.Bpf;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>A program of another author overrides the route, and a verification names that program.</summary>
public sealed class OverrideTests : IDisposable
{
    private readonly BpfBench _bench = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-bpf-").FullName;

    [Fact]
    public async Task Verify_names_the_program_that_overrides_a_route()
    {
        var policy = Path.Combine(_folder, "policy.yaml");
        File.WriteAllText(
            policy,
            """
            policy: edge
            window: { initcwnd: 30 }
            scopes:
              - prefix: 10.77.0.0/16
            """
        );
        _bench.Zoo.Host.Ip("route add 10.77.0.0/16 via 10.99.0.2 initcwnd 30");
        var verified = await VerifyAsync(policy);
        Assert.Contains("30 segments to 10.77.0.1", verified, StringComparison.Ordinal);
        Assert.DoesNotContain("BPF", verified, StringComparison.Ordinal);

        using var foreign = Attachment.To(_bench.Group.Path, LoadedProgram.Load("foreign", BpfBench.Always(50)));
        var id = Assert.Single(ProgramQuery.Of(_bench.Group.Path, inherited: false)).Id;
        var overridden = await VerifyAsync(policy);
        Assert.Contains("50 segments to 10.77.0.1", overridden, StringComparison.Ordinal);
        Assert.Contains($"the sock_ops BPF program {id} 'foreign'", overridden, StringComparison.Ordinal);
        Assert.Contains("BPF program", overridden, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _bench.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<string> VerifyAsync(string policy)
    {
        using var verify = _bench.StartSeeing(
            Binaries.Agent,
            ["verify", policy, "--peer", $"10.77.0.1:{BpfBench.Port}", "--state", _folder]
        );
        await verify.WaitForExitAsync();
        return verify.Output;
    }
}
