using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Native;

/// <summary>
/// A program starts only where the C library has every symbol version that it asks for, so one that is linked carelessly starts on new
/// distributions alone. Nothing else notices before a host with an older one does.
/// </summary>
public sealed partial class SymbolVersionsTests
{
    /// <summary>As docs/linux-install.md declares. The C library of Red Hat Enterprise Linux 7 and of the first port to arm64.</summary>
    private static readonly Version Newest = new(2, 17);

    [Fact]
    public void The_shipped_agent_asks_for_no_glibc_newer_than_declared()
    {
        if (Environment.GetEnvironmentVariable("IWTUNE_GLIBC") == "machine")
            Lacking.Skip("the agent is linked against this machine's C library, as IWTUNE_GLIBC asks");
        string[] programs = [NativeProgram.Host.File, NativeProgram.Tools.File];
        var newer = programs.SelectMany(Asked).Where(asked => asked.Version > Newest).ToList();
        Assert.True(
            newer.Count == 0,
            "linked against a newer C library than build/sysroot.sh unpacks, or a function got a new version (build/native/older-math.c):\n"
                + string.Join('\n', newer)
        );
    }

    private static IReadOnlyList<(string File, Version Version)> Asked(string file)
    {
        var found = VersionNeeded()
            .Matches(Commands.Run("readelf", "--version-info", "--wide", file))
            .Select(match => (file, Version.Parse(match.Groups[1].Value)))
            .Distinct()
            .ToList();
        Assert.NotEmpty(found);
        return found;
    }

    [GeneratedRegex(@"Name: GLIBC_(\d+(?:\.\d+)+)")]
    private static partial Regex VersionNeeded();
}
