using IwTune.Agent.Cli;

namespace IwTune.Agent.Tests.Cli;

public sealed class NewFileTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-newfile").FullName;

    [Theory]
    [InlineData("no/such/directory/out.zip", "cannot be written: ")]
    [InlineData(".", "cannot be written: It is a directory.")]
    [InlineData("there.zip", "exists already; name another file, or remove it. Nothing was exported.")]
    public async Task A_file_that_cannot_be_written_is_a_wrong_command_line_and_nothing_is_fetched_for_it(string name, string why)
    {
        await File.WriteAllTextAsync(Path.Combine(_directory, "there.zip"), "before");
        var wrong = await Assert.ThrowsAsync<UsageException>(() =>
            NewFile.WriteAsync<int>(Path.Combine(_directory, name), "Nothing was exported.", _ => throw new InvalidOperationException())
        );
        Assert.Contains(why, wrong.Message, StringComparison.Ordinal);
        Assert.EndsWith("Nothing was exported.", wrong.Message, StringComparison.Ordinal);
        Assert.Equal("before", await File.ReadAllTextAsync(Path.Combine(_directory, "there.zip")));
    }

    [Fact]
    public async Task A_file_that_was_not_written_to_its_end_does_not_exist()
    {
        var path = Path.Combine(_directory, "out.zip");
        await Assert.ThrowsAsync<UsageException>(() =>
            NewFile.WriteAsync<int>(path, "", _ => throw new IOException("No space left on device"))
        );
        await Assert.ThrowsAsync<FormatException>(() => NewFile.WriteAsync<int>(path, "", _ => throw new FormatException()));
        Assert.Empty(Directory.GetFiles(_directory));
    }

    [Fact]
    public async Task What_a_killed_command_left_does_not_stop_the_next_one()
    {
        var path = Path.Combine(_directory, "out.zip");
        await File.WriteAllTextAsync(path + ".part", "half of it, and longer");
        Assert.Equal(
            3,
            await NewFile.WriteAsync(
                path,
                "",
                async to =>
                {
                    await to.WriteAsync("new"u8.ToArray());
                    return 3;
                }
            )
        );
        Assert.Equal("new", await File.ReadAllTextAsync(path));
        Assert.False(File.Exists(path + ".part"));
    }

    [Fact]
    public async Task A_name_that_was_taken_meanwhile_is_not_overwritten()
    {
        var path = Path.Combine(_directory, "out.zip");
        await Assert.ThrowsAsync<UsageException>(() =>
            NewFile.WriteAsync(
                path,
                "",
                async _ =>
                {
                    await File.WriteAllTextAsync(path, "of another");
                    return 0;
                }
            )
        );
        Assert.Equal("of another", await File.ReadAllTextAsync(path));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);
}
