using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Hosting;

public sealed class DataDirectoryTests : IDisposable
{
    private readonly string _place = Directory.CreateTempSubdirectory("iwtune-data-").FullName;

    [Theory]
    [InlineData("755", "750")]
    [InlineData("777", "750")]
    [InlineData("770", "750")]
    [InlineData("750", "750")]
    [InlineData("700", "700")]
    public void A_directory_that_is_open_to_others_is_closed(string found, string left)
    {
        var path = Directory.CreateDirectory(Path.Combine(_place, "server")).FullName;
        File.SetUnixFileMode(path, Mode(found));
        DataDirectory.Open(path);
        Assert.Equal(Mode(left), File.GetUnixFileMode(path));
    }

    [Fact]
    public void One_that_is_made_is_its_owners_alone()
    {
        DataDirectory.Open(Path.Combine(_place, "new"));
        Assert.Equal(Mode("700"), File.GetUnixFileMode(Path.Combine(_place, "new")));
    }

    public void Dispose() => Directory.Delete(_place, recursive: true);

    private static UnixFileMode Mode(string octal) => (UnixFileMode)Convert.ToInt32(octal, 8);
}
