using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.NetworkManager;

/// <summary>The calls to NetworkManager, by its D-Bus interface (networkmanager.dev, "D-Bus API reference").</summary>
internal static class NetworkManagerCalls
{
    public const string Name = "org.freedesktop.NetworkManager";
    public const string Root = "/org/freedesktop/NetworkManager";
    public const string Device = Name + ".Device";
    public const string Profile = Name + ".Settings.Connection";
    public const string ActiveProfile = Name + ".Connection.Active";
    public const string Checkpoint = Name + ".Checkpoint";

    private const uint ToDisk = 0x1;
    private const uint KeepExternalIp = 0x1;
    private const uint AllowOverlapping = 0x8;

    /// <summary>Every property of one interface of an object.</summary>
    public static BusCall AllOf(string path, string @interface) => new(Name, path, BusNames.Properties, "GetAll", BusValue.Of(@interface));

    public static BusCall Devices => new(Name, Root, Name, "GetDevices");

    public static BusCall Checkpoints => BusCall.Property(Name, Root, Name, "Checkpoints");

    /// <summary>The profile as it was last applied to the device, and the number of that version.</summary>
    public static BusCall Applied(string device) => new(Name, device, Device, "GetAppliedConnection", BusValue.Of(0u));

    /// <summary>The profile as saved, without secrets.</summary>
    public static BusCall Saved(string profile) => new(Name, profile, Profile, "GetSettings");

    public static BusCall Secrets(string profile, string setting) =>
        new(Name, profile, Profile, "GetSecrets", BusValue.Of(setting)) { Limit = TimeSpan.FromSeconds(3) };

    /// <summary>Saves a profile where it is saved already: on the disk, or in /run (netplan's).</summary>
    /// <param name="profile">Its path.</param>
    /// <param name="settings">The whole profile. Without any secret in it, NetworkManager keeps those it has.</param>
    /// <param name="onDisk">True for a profile that is on the disk.</param>
    public static BusCall Save(string profile, BusValue settings, bool onDisk) =>
        new(Name, profile, Profile, "Update2", settings, BusValue.Of(onDisk ? ToDisk : 0u), BusDictionary.Of());

    /// <summary>Applies a profile to a device without taking it down; routes of other programs on it stay.</summary>
    public static BusCall Reapply(string device, BusValue settings, BusValue version) =>
        new(Name, device, Device, "Reapply", settings, version, BusValue.Of(KeepExternalIp));

    /// <summary>Makes a checkpoint that rolls back by itself, beside those of other tools.</summary>
    public static BusCall CreateCheckpoint(string device, TimeSpan rollback) =>
        new(
            Name,
            Root,
            Name,
            "CheckpointCreate",
            new BusValue.Array("o", [BusValue.Path(device)]),
            BusValue.Of((uint)rollback.TotalSeconds),
            BusValue.Of(AllowOverlapping)
        );

    public static BusCall DestroyCheckpoint(string checkpoint) => new(Name, Root, Name, "CheckpointDestroy", BusValue.Path(checkpoint));

    public static BusCall RollbackCheckpoint(string checkpoint) => new(Name, Root, Name, "CheckpointRollback", BusValue.Path(checkpoint));
}
