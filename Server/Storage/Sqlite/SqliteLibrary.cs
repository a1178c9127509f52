using System.Reflection;
using System.Runtime.InteropServices;
using SQLitePCL;

namespace IwTune.Server.Storage.Sqlite;

/// <summary>Points the SQLite provider at the operating system's own library, so that its security updates reach the server.</summary>
internal static class SqliteLibrary
{
    private static readonly Lock Gate = new();
    private static bool _loaded;

    /// <exception cref="StorageUnusableException">There is no such library; the message says what to install.</exception>
    public static void Load()
    {
        lock (Gate)
        {
            if (_loaded)
                return;
            NativeLibrary.SetDllImportResolver(typeof(SQLite3Provider_e_sqlite3).Assembly, Resolve);
            raw.SetProvider(new SQLite3Provider_e_sqlite3());
            _loaded = true;
        }
    }

    private static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? path)
    {
        if (name != "e_sqlite3")
            return IntPtr.Zero;
        var system = OperatingSystem.IsWindows() ? "winsqlite3.dll" : "libsqlite3.so.0";
        return NativeLibrary.TryLoad(system, out var handle)
            ? handle
            : throw new StorageUnusableException($"SQLite is missing: {system} cannot be loaded. On Debian: apt-get install libsqlite3-0");
    }
}
