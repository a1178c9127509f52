-- What wixl 0.101 cannot write, or writes otherwise than Windows Installer wants it, for the server. One statement a line; build/windows.sh
-- writes the version and runs them with msibuild.

-- 512: up to and with this version, because one of the same version may be another build. The upgrade code is that of IwTuneServer.wxs.
INSERT INTO `Upgrade` (`UpgradeCode`, `VersionMin`, `VersionMax`, `Attributes`, `ActionProperty`) VALUES ('{B3D6E1C4-52F7-4B1A-8E0D-91C27A64F5D0}', '', '@VERSION@', 512, 'OLDERFOUND')

-- Given on the command line of a user who is asked for elevation, these count for the elevated part as well.
UPDATE `Property` SET `Value` = 'KEPTOPTIONS;NEWERFOUND;OLDERFOUND;OPTIONS;START' WHERE `Property` = 'SecureCustomProperties'

-- START=no leaves the first start to the administrator, who may restore a backup before it.
UPDATE `InstallExecuteSequence` SET `Condition` = 'VersionNT AND NOT START~="no"' WHERE `Action` = 'StartServices'

-- #% is an expandable string.
UPDATE `Registry` SET `Value` = '#%%SystemRoot%\System32\EventCreate.exe' WHERE `Name` = 'EventMessageFile'

-- The folder stands at the end of everybody's PATH: = makes it, - takes it away at the uninstall, * is the machine's.
CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)
INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`) VALUES ('Path', '=-*PATH', '[~];[INSTALLDIR]', 'Server')
INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('RemoveEnvironmentStrings', 3300)
INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('WriteEnvironmentStrings', 5200)

-- Restarted after 5 seconds, then after a minute; also when it ended by itself with an error (ConfigType 4). The count starts anew after a day without.
CREATE TABLE `MsiServiceConfigFailureActions` (`MsiServiceConfigFailureActions` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Event` INT NOT NULL, `ResetPeriod` LONG, `RebootMessage` CHAR(255) LOCALIZABLE, `Command` CHAR(255) LOCALIZABLE, `Actions` CHAR(255), `DelayActions` CHAR(255), `Component_` CHAR(72) NOT NULL PRIMARY KEY `MsiServiceConfigFailureActions`)
INSERT INTO `MsiServiceConfigFailureActions` (`MsiServiceConfigFailureActions`, `Name`, `Event`, `ResetPeriod`, `Actions`, `DelayActions`, `Component_`) VALUES ('Restart', 'IwTune Server', 5, 86400, '1[~]1[~]1', '5000[~]60000[~]60000', 'Server')
CREATE TABLE `MsiServiceConfig` (`MsiServiceConfig` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Event` INT NOT NULL, `ConfigType` LONG NOT NULL, `Argument` CHAR(255), `Component_` CHAR(72) NOT NULL PRIMARY KEY `MsiServiceConfig`)
INSERT INTO `MsiServiceConfig` (`MsiServiceConfig`, `Name`, `Event`, `ConfigType`, `Argument`, `Component_`) VALUES ('AlsoOnError', 'IwTune Server', 5, 4, '1', 'Server')
INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('MsiConfigureServices', 5850)

-- 51: sets a property, with nothing else about it. 18: a value of the 64-bit registry, as it is.
UPDATE `CustomAction` SET `Type` = 51 WHERE `Action` = 'KeepOptions'
UPDATE `CustomAction` SET `Type` = 51 WHERE `Action` = 'FirstOptions'
UPDATE `RegLocator` SET `Type` = 18 WHERE `Signature_` = 'KeptOptions'
