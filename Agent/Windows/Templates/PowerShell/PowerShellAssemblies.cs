using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>
/// Lets the runtime find the engine of an installed PowerShell. The agent's own assemblies come first: only other names are looked for
/// there, so that the two runtimes do not mix.
/// </summary>
internal static class PowerShellAssemblies
{
    private static readonly object Once = new();
    private static string? _folder;

    /// <summary>For the rest of the process; a process has one engine.</summary>
    public static void Use(string folder)
    {
        lock (Once)
        {
            if (_folder is null)
            {
                AssemblyLoadContext.Default.Resolving += Managed;
                AssemblyLoadContext.Default.ResolvingUnmanagedDll += Native;
            }
            _folder ??= folder;
        }
    }

    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2026",
        Justification = "Reached on Windows only, where the agent is published whole; what is loaded is another product's."
    )]
    private static Assembly? Managed(AssemblyLoadContext context, AssemblyName name) =>
        Find($"{name.Name}.dll") is { } path ? context.LoadFromAssemblyPath(path) : null;

    private static nint Native(Assembly asking, string name) =>
        Find(name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name : $"{name}.dll") is { } path
        && NativeLibrary.TryLoad(path, out var library)
            ? library
            : 0;

    // A name with a path in it is no assembly name.
    private static string? Find(string file) =>
        _folder is { } folder && Path.GetFileName(file) == file && Path.Combine(folder, file) is var path && File.Exists(path)
            ? path
            : null;
}
