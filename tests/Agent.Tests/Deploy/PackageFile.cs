using System.Reflection;

namespace IwTune.Agent.Tests.Deploy;

/// <summary>A file of deploy/packages/iwtune.</summary>
internal static class PackageFile
{
    public static string Read(string name)
    {
        var folder = new DirectoryInfo(Path.GetDirectoryName(Assembly.GetExecutingAssembly().Location)!);
        while (!File.Exists(Path.Combine(folder.FullName, "IwTune.sln")))
            folder = folder.Parent!;
        return File.ReadAllText(Path.Combine(folder.FullName, "deploy", "packages", "iwtune", name));
    }
}
