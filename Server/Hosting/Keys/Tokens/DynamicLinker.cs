using System.Reflection;
using System.Runtime.InteropServices;
using Net.Pkcs11Interop.HighLevelAPI;

namespace IwTune.Server.Hosting.Keys.Tokens;

/// <summary>
/// Where Pkcs11Interop finds dlopen(3). It loads <c>libdl.so</c>, which only development packages install; the functions are in the C
/// library since glibc 2.34, before that in <c>libdl.so.2</c>.
/// </summary>
internal static class DynamicLinker
{
    private static readonly Lock Gate = new();
    private static bool _named;

    public static void Name()
    {
        lock (Gate)
        {
            if (!_named && OperatingSystem.IsLinux())
                NativeLibrary.SetDllImportResolver(typeof(Pkcs11InteropFactories).Assembly, Resolve);
            _named = true;
        }
    }

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path)
    {
        if (name == "libdl")
            foreach (var candidate in new[] { "libc", "libdl.so.2" })
                if (
                    NativeLibrary.TryLoad(candidate, assembly, path, out var library)
                    && NativeLibrary.TryGetExport(library, "dlopen", out _)
                )
                    return library;
        return 0;
    }
}
