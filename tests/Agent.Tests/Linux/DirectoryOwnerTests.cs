using System.Runtime.Versioning;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The agent has a user of its own, and root's commands write into its directory.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DirectoryOwnerTests : IDisposable
{
    private const string AgentsUser = "65534:65534";

    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-owner-").FullName;

    public DirectoryOwnerTests()
    {
        if (!Environment.IsPrivilegedProcess)
            Lacking.Skip("only root can give files away: run ./build.sh test");
        Commands.Run("chown", AgentsUser, _directory);
    }

    [Fact]
    public void What_root_writes_into_the_agents_directory_belongs_to_the_agent()
    {
        DurableFile.Replace(Path.Combine(_directory, "identity.json"), "{}"u8);
        StateLock.Take(StateDirectory.At(_directory), "apply").Dispose();

        Assert.Equal(["identity.json", "lock", "lock.holder"], Names());
        Assert.All(Directory.EnumerateFiles(_directory), file => Assert.Equal(AgentsUser, OwnerOf(file)));
    }

    [Fact]
    public void What_root_writes_into_a_directory_of_its_own_stays_with_root()
    {
        Commands.Run("chown", "0:0", _directory);
        DurableFile.Replace(Path.Combine(_directory, "identity.json"), "{}"u8);

        Assert.Equal("0:0", OwnerOf(Path.Combine(_directory, "identity.json")));
    }

    [Fact]
    public void A_link_that_the_agents_user_left_is_not_followed()
    {
        var elsewhere = Directory.CreateTempSubdirectory("iwtune-elsewhere-").FullName;
        var target = Path.Combine(elsewhere, "target");
        File.WriteAllText(target, "as it was");
        foreach (var name in (string[])["identity.json.new", "lock.holder.new"])
            File.CreateSymbolicLink(Path.Combine(_directory, name), target);

        DurableFile.Replace(Path.Combine(_directory, "identity.json"), "{}"u8);
        StateLock.Take(StateDirectory.At(_directory), "apply").Dispose();

        Assert.Equal("as it was", File.ReadAllText(target));
        Assert.Equal("0:0", OwnerOf(target));
        Directory.Delete(elsewhere, recursive: true);
    }

    [Theory]
    [InlineData("journal")]
    [InlineData("lock")]
    [InlineData("1.ndjson")]
    public void A_link_in_place_of_a_file_is_refused_and_makes_no_file_elsewhere(string name)
    {
        var elsewhere = Path.Combine(_directory, "elsewhere");
        var link = Path.Combine(_directory, name);
        File.CreateSymbolicLink(link, elsewhere);

        var refused = Assert.Throws<IOException>(() => OwnFile.OpenToWrite(link));

        Assert.Contains("is a link", refused.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(elsewhere));
    }

    [Fact]
    public void The_lock_is_not_taken_through_a_link()
    {
        File.CreateSymbolicLink(Path.Combine(_directory, "lock"), Path.Combine(_directory, "elsewhere"));
        Assert.Throws<StateUnusableException>(() => StateLock.Take(StateDirectory.At(_directory), "apply"));
    }

    [Fact]
    public void The_owner_of_a_directory_is_read_as_stat_reads_it()
    {
        Commands.Run("chown", "123:456", _directory);
        Assert.Equal((123u, 456u), DirectoryOwner.Of(_directory));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private List<string?> Names() => [.. Directory.EnumerateFiles(_directory).Select(Path.GetFileName).Order(StringComparer.Ordinal)];

    private static string OwnerOf(string file) => Commands.Run("stat", "-c", "%u:%g", file).Trim();
}
