using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>PowerShell, the module and the real program in a namespace: a policy is tested, tried, applied, seen and restored.</summary>
public sealed class RealProgramBelowTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-hosted-").FullName;
    private readonly NetNamespace _host = Privileged.Namespace("hosted");
    private readonly NetNamespace _peer = NetNamespace.Create("hosted-peer");
    private readonly Console _console = new();
    private readonly ModuleSession _session;

    public RealProgramBelowTests()
    {
        _host.Sysctl("net.ipv6.conf.default.disable_ipv6", "1");
        NetNamespace.Join(_host, "v0", _peer, "p0");
        _host.Ip("addr add 192.0.2.2/24 dev v0");
        _host.Ip("route add default via 192.0.2.1 dev v0");
        var program = Path.Combine(_folder, "iwtune");
        File.WriteAllText(program, $"#!/bin/sh\nexec ip netns exec {_host.Name} {Binaries.Agent} \"$@\"\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        File.WriteAllText(Path.Combine(_folder, "edge.yaml"), "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\n");
        _session = new ModuleSession(_console);
        _session.Type($"$PSDefaultParameterValues = @{{ '*-IwTune*:Program' = '{program}'; '*-IwTune*:StateDirectory' = '{_folder}' }}");
    }

    private string Routes => _host.Ip("route show default");

    [Fact]
    public void A_policy_is_tested_tried_applied_seen_and_restored()
    {
        var policy = $"'{_folder}/edge.yaml'";
        Assert.EndsWith("False", Typed($"Test-IwTunePolicy {policy} -Quiet"), StringComparison.Ordinal);
        Assert.Contains(
            "What if: Performing the operation \"Apply policy edge\"",
            Typed($"Invoke-IwTunePolicy {policy} -WhatIf"),
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("initcwnd", Routes, StringComparison.Ordinal);

        Assert.Contains("Succeeded : True", Typed($"Invoke-IwTunePolicy {policy}"), StringComparison.Ordinal);
        Assert.Contains("initcwnd 16", Routes, StringComparison.Ordinal);
        Assert.EndsWith("True", Typed($"Test-IwTunePolicy {policy} -Quiet"), StringComparison.Ordinal);
        Assert.Equal("16", Typed("(Get-IwTuneWindow -Managed).InitCwnd"));

        _console.Keys.Enqueue('n');
        Typed("Restore-IwTuneWindow -All");
        Assert.Contains("initcwnd 16", Routes, StringComparison.Ordinal);
        _console.Keys.Enqueue('y');
        Typed("Restore-IwTuneWindow -All");
        Assert.DoesNotContain("initcwnd", Routes, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_wrong_has_an_id_and_the_line_and_column()
    {
        File.WriteAllText(Path.Combine(_folder, "bad.yaml"), "policy: edge\nwindow: { initcwnd: 0 }\nscopes: [default]\n");
        var ran = _session.Type($"Test-IwTunePolicy '{_folder}/bad.yaml'");
        Assert.StartsWith("IwTune.Invalid,", Assert.Single(ran.ErrorIds), StringComparison.Ordinal);
        Assert.Contains("bad.yaml:2:", ran.Errors[0].Exception.Message, StringComparison.Ordinal);
        Assert.StartsWith(
            "IwTune.Unreachable,",
            Assert.Single(_session.Type("Get-IwTuneStatus -Pipe /no/such.sock").ErrorIds),
            StringComparison.Ordinal
        );
    }

    public void Dispose()
    {
        _session.Dispose();
        _host.Dispose();
        _peer.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string Typed(string line)
    {
        var before = _console.Text.Length;
        Assert.Empty(_session.Type(line).ErrorIds);
        return System.Text.RegularExpressions.Regex.Replace(_console.Text[before..], @"\e\[[\d;]*m", "").Trim();
    }
}
