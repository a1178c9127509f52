using System.Runtime.InteropServices;
using IwTune.Server.Hosting.Keys.Tokens;
using Net.Pkcs11Interop.Common;
using Net.Pkcs11Interop.HighLevelAPI;

namespace IwTune.Server.Tests.Hosting.Tokens;

/// <summary>
/// A PKCS #11 token in software (SoftHSM). A module is initialized once in a process, so all tokens of a test run are in one directory.
/// </summary>
internal sealed partial class SoftToken
{
    public const string Module = "/usr/lib/softhsm/libsofthsm2.so";
    private const string Pin = "48151623",
        OfficerPin = "officer-1";

    private static readonly Lock Gate = new();
    private static readonly Lazy<string> Place = new(MakePlace);

    private static readonly Lazy<IPkcs11Library> Library = new(() =>
    {
        DynamicLinker.Name();
        var factories = new Pkcs11InteropFactories();
        // Never disposed: that would end the module for the whole process.
        return factories.Pkcs11LibraryFactory.LoadPkcs11Library(factories, Module, AppType.MultiThreaded);
    });

    private SoftToken(string label) => Label = label;

    public string Label { get; }

    public static string PinFile => Path.Combine(Place.Value, "pin");

    public static string WrongPinFile => Path.Combine(Place.Value, "wrong");

    /// <summary>Made by the module itself, which does not look again for tokens of other programs.</summary>
    public static SoftToken Make(string label)
    {
        _ = Place.Value;
        lock (Gate)
        {
            var free = Library
                .Value.GetSlotList(SlotsType.WithTokenPresent)
                .First(slot => !slot.GetTokenInfo().TokenFlags.TokenInitialized);
            free.InitToken(OfficerPin, label);
            using var session = free.OpenSession(SessionType.ReadWrite);
            session.Login(CKU.CKU_SO, OfficerPin);
            session.InitPin(Pin);
            session.Logout();
        }
        return new(label);
    }

    /// <summary>Ends every session with it and their login, as a restarted token does.</summary>
    public void DropSessions() =>
        Library.Value.GetSlotList(SlotsType.WithTokenPresent).Single(slot => slot.GetTokenInfo().Label.Trim() == Label).CloseAllSessions();

    private static string MakePlace()
    {
        if (!File.Exists(Module))
            Lacking.Skip("SoftHSM is not installed: apt install softhsm2");
        var folder = Directory.CreateTempSubdirectory("iwtune-tokens-").FullName;
        Directory.CreateDirectory(Path.Combine(folder, "tokens"));
        var settings = Path.Combine(folder, "softhsm2.conf");
        File.WriteAllText(settings, $"directories.tokendir = {folder}/tokens\nlog.level = ERROR\n");
        File.WriteAllText(Path.Combine(folder, "pin"), Pin + "\n");
        File.WriteAllText(Path.Combine(folder, "wrong"), "00000000\n");
        // Set in the C library: the module does not see .NET's own Environment.
        if (SetVariable("SOFTHSM2_CONF", settings, 1) != 0)
            throw new InvalidOperationException("SOFTHSM2_CONF cannot be set.");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }

    [LibraryImport("libc", EntryPoint = "setenv", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int SetVariable(string name, string value, int overwrite);
}
