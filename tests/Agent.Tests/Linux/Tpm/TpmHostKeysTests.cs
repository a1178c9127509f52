using IwTune.Agent.Control.Keys;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Control.Keys;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Linux.Tpm;

/// <summary>The contract of host keys over a TPM, and the additions of a TPM.</summary>
public sealed class TpmHostKeysTests : HostKeyContract
{
    private readonly SoftwareTpm _tpm = SoftwareTpm.Start();

    private protected override IHostKeys Keys => new TpmHostKeys(State, _tpm.Path);

    private protected override string Kind => HostKeys.Tpm;

    [Fact]
    public void The_file_is_worth_nothing_with_another_TPM()
    {
        using var key = Keys.Make().Key!;
        using var other = SoftwareTpm.Start();
        using var stolen = new TpmHostKeys(State, other.Path).Open(key.Name).Key!;

        var (signature, problem) = stolen.Sign("text"u8);

        Assert.Null(signature);
        Assert.Contains("TPM2_Load", problem, StringComparison.Ordinal);
        Assert.Contains("iwtune enroll --again", problem, StringComparison.Ordinal);
        Assert.NotNull(key.Sign("text"u8).Signature);
    }

    [Fact]
    public void Many_signatures_leave_nothing_in_the_TPM()
    {
        using var key = Keys.Make().Key!;
        for (var i = 0; i < 10; i++)
            Assert.Equal("", key.Sign("text"u8).Problem);
    }

    [Fact]
    public void A_host_uses_its_TPM_and_falls_back_to_a_file_with_the_reason_where_it_does_not_answer()
    {
        using (var inTpm = HostKeyStore.With(State, _tpm.Path).Make().Key!)
            Assert.Equal(HostKeys.Tpm, inTpm.Kind);

        File.WriteAllText(Path.Combine(State, "no-tpm"), "");
        var (key, problem) = HostKeyStore.With(State, Path.Combine(State, "no-tpm")).Make();
        using var inFile = key!;
        Assert.Equal(HostKeys.File, inFile.Kind);
        Assert.Contains("cannot be opened", problem, StringComparison.Ordinal);

        var (without, nothing) = HostKeyStore.With(State, Path.Combine(State, "nothing-there")).Make();
        using var file = without!;
        Assert.Equal((HostKeys.File, ""), (file.Kind, nothing));
    }

    public override void Dispose()
    {
        _tpm.Dispose();
        base.Dispose();
    }
}
