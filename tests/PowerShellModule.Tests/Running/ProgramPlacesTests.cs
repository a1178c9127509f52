using IwTune.PowerShell.Running;

namespace IwTune.PowerShellModule.Tests.Running;

public sealed class ProgramPlacesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-places-").FullName;

    private string Module => Path.Combine(_folder, "IwTune", "powershell", "IwTune");

    [Fact]
    public void The_installers_folder_comes_first_then_the_registry_then_program_files()
    {
        Directory.CreateDirectory(Module);
        var places = ProgramPlaces.All(Module, "/opt/registered/iwtune").ToList();
        Assert.Equal(Path.Combine(_folder, "IwTune", "iwtune"), places[2]);
        Assert.Equal("/opt/registered/iwtune", places[4]);
        Assert.All(places, place => Assert.True(Path.IsPathRooted(place), place));

        var program = Path.Combine(_folder, "IwTune", "iwtune");
        File.WriteAllText(program, "");
        Assert.Equal(program, ProgramPlaces.Find(Module, "/bin/sh"));
        File.Delete(program);
        Assert.Equal("/bin/sh", ProgramPlaces.Find(Module, "/bin/sh"));
    }

    [Fact]
    public void The_search_path_and_relative_places_are_not_looked_at()
    {
        var before = Environment.GetEnvironmentVariable("PATH");
        try
        {
            File.WriteAllText(Path.Combine(_folder, "iwtune"), "");
            Environment.SetEnvironmentVariable("PATH", $"{_folder}:{before}");
            Assert.DoesNotContain(
                Path.Combine(_folder, "iwtune"),
                ProgramPlaces.All(Path.Combine(_folder, "a", "b", "c", "d", "e"), "iwtune")
            );
            Assert.DoesNotContain("iwtune", ProgramPlaces.All(Module, "iwtune"));
        }
        finally
        {
            Environment.SetEnvironmentVariable("PATH", before);
        }
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
